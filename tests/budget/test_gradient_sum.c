/* test_gradient_sum.c - sums of a backward pass, wherever the scale multiplies, lie in their balls, which are not much
   wider than they must be. */
#include "budget/gradient_sum.h"
#include "tests/budget/models.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 1000
#define MOST_PAIRS 40
#define TILE 8

typedef struct {
    size_t pairs;
    float scale;
    float weight[MOST_PAIRS], value[MOST_PAIRS];
    double size; /* of the sum of the sizes of its products */
} sum_case;

static bool holds(plumb_ball ball, double x) {
    return fabs(ball.mid - x) <= ball.rad;
}

static float rounded_to_bf16(float x) {
    int exponent;
    float significand = frexpf(x, &exponent);
    return ldexpf(rintf(ldexpf(significand, 8)), exponent - 8);
}

static float as_it_is(float x) {
    return x;
}

static sum_case random_sum(random_cases *cases) {
    sum_case x = {.pairs = 1 + random_below(cases, MOST_PAIRS), .scale = 0.1f + (float)random_uniform(cases)};
    for (size_t j = 0; j < x.pairs; j++) {
        x.weight[j] = (float)random_normal(cases);
        x.value[j] = rounded_to_bf16((float)random_normal(cases));
        x.size += (double)x.scale * fabs((double)x.weight[j] * (double)x.value[j]);
    }
    return x;
}

/* The parts of the scale: first of values or weights, second of sums. */
static void divide_scale(int place, float scale, float *first, float *second) {
    *first = *second = scale;
    if (place == PLUMB_SCALE_ROOT_TILE || place == PLUMB_SCALE_ROOT_END)
        *first = *second = sqrtf(scale);
    if (place >= PLUMB_SCALE_BASE_TILE) {
        *first = scale * 1.44269504f;
        *second = 0.693147181f;
    }
}

/* An engine in binary32; `input`, `store` and `result`: scaled values, weights and results as they are kept. */
static double engine(const sum_case *x, int place, bool tiles, float (*input)(float), float (*store)(float),
                     float (*result)(float)) {
    bool scales_values = place == PLUMB_SCALE_VALUE || place >= PLUMB_SCALE_ROOT_TILE;
    bool scales_tiles =
        place == PLUMB_SCALE_TILE || place == PLUMB_SCALE_ROOT_TILE || place == PLUMB_SCALE_BASE_TILE;
    bool scales_end = place == PLUMB_SCALE_END || place == PLUMB_SCALE_ROOT_END || place == PLUMB_SCALE_BASE_END;
    float first, second, whole = 0;
    divide_scale(place, x->scale, &first, &second);
    for (size_t from = 0; from < x->pairs; from += tiles ? TILE : x->pairs) {
        size_t end = tiles && from + TILE < x->pairs ? from + TILE : x->pairs;
        float sum = 0;
        for (size_t j = from; j < end; j++)
            sum += store(place == PLUMB_SCALE_WEIGHT ? first * x->weight[j] : x->weight[j]) *
                   (scales_values ? input(first * x->value[j]) : x->value[j]);
        sum = scales_tiles ? second * sum : sum;
        whole = tiles ? result(whole + sum) : whole + sum;
    }
    return (double)result(scales_end ? second * whole : whole);
}

static plumb_ball ball_of(const sum_case *x, model_steps steps, int place, size_t stores) {
    plumb_ball weight[MOST_PAIRS], scale = {(double)x->scale, 0};
    double value[MOST_PAIRS];
    unsigned char visible[MOST_PAIRS];
    for (size_t j = 0; j < x->pairs; j++) {
        weight[j] = (plumb_ball){(double)x->weight[j], 0};
        value[j] = (double)x->value[j];
        visible[j] = 1;
    }
    plumb_product_sums sums = plumb_total_products(weight, visible, value, x->pairs, 1, 0);
    return plumb_gradient_sum(steps.unit, steps.tiny, place, scale, stores, sums);
}

static void check(const sum_case *x, model_steps steps, size_t stores, float (*input)(float), float (*store)(float),
                  float (*result)(float), double part) {
    for (int place = PLUMB_SCALE_VALUE; place < PLUMB_SCALE_PLACES; place++) {
        plumb_ball ball = ball_of(x, steps, place, stores);
        double number = engine(x, place, stores > 0, input, store, result);
        ck_assert_msg(holds(ball, number), "place %d: %a, not %a within %a", place, number, ball.mid, ball.rad);
        ck_assert_double_lt(ball.rad, part * x->size);
    }
}

/* In binary32; in bfloat16; with sums that are kept in bfloat16 from tile to tile. */
START_TEST(encloses_what_is_computed) {
    random_cases cases = random_begin("budget gradient sum", CASES);
    model_steps single = steps_of(plumb_precision_find("f32")), flash = steps_of(plumb_precision_find("bf16-flash"));
    model_steps scaled = steps_of(plumb_precision_find("bf16-flash-scaled-query"));
    while (random_next(&cases)) {
        sum_case x = random_sum(&cases);
        check(&x, single, 0, as_it_is, as_it_is, as_it_is, 0x1p-23 * (double)(x.pairs + 24));
        check(&x, flash, 0, as_it_is, rounded_to_bf16, rounded_to_bf16, 3 * 0x1p-8);
        check(&x, scaled, 0, rounded_to_bf16, rounded_to_bf16, rounded_to_bf16, 6 * 0x1p-8);
        size_t tiles = (x.pairs + TILE - 1) / TILE;
        check(&x, flash, tiles, as_it_is, rounded_to_bf16, rounded_to_bf16, (3 + (double)tiles) * 0x1p-8);
        plumb_ball none = ball_of(&x, single, PLUMB_SCALE_NOWHERE, 0);
        ck_assert(holds(none, engine(&x, PLUMB_SCALE_NOWHERE, false, as_it_is, as_it_is, as_it_is)));
    }
}
END_TEST

/* More roundings than the bounds bear, or a scale without a root, leave nothing known. */
START_TEST(nothing_known) {
    random_cases cases = random_begin("budget gradient sum nothing", CASES);
    model_steps flash = steps_of(plumb_precision_find("bf16-flash"));
    while (random_next(&cases)) {
        sum_case x = random_sum(&cases);
        ck_assert(!isfinite(ball_of(&x, flash, PLUMB_SCALE_END, 256).rad));
        x.scale = -x.scale;
        ck_assert(!isfinite(ball_of(&x, flash, PLUMB_SCALE_ROOT_END, 0).rad));
        ck_assert(isfinite(ball_of(&x, flash, PLUMB_SCALE_END, 0).rad));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/gradient_sum");
    TCase *tests = tcase_create("gradient_sum");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, encloses_what_is_computed);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
