/* test_summed_delta.c - delta as engines sum it over the keys of a row lies in its ball, which is not much wider than
   it must be. */
#include "budget/summed_delta.h"
#include "tests/budget/models.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 1000
#define MOST_PAIRS 40

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

typedef struct {
    size_t pairs;
    float probability[MOST_PAIRS], gradient[MOST_PAIRS];
    unsigned char visible[MOST_PAIRS];
} row;

static row random_row(random_cases *cases) {
    row x = {.pairs = 1 + random_below(cases, MOST_PAIRS)};
    for (size_t j = 0; j < x.pairs; j++) {
        x.visible[j] = random_below(cases, 4) != 0;
        x.probability[j] = rounded_to_bf16((float)random_uniform(cases));
        x.gradient[j] = (float)random_normal(cases);
    }
    return x;
}

/* The products, each stored, as the gradients are, from the first or from the last; size: of the sum of their sizes. */
static float delta(const row *x, float (*store)(float), bool backwards, double *size) {
    float sum = 0;
    *size = 0;
    for (size_t i = 0; i < x->pairs; i++) {
        size_t j = backwards ? x->pairs - 1 - i : i;
        if (!x->visible[j])
            continue;
        float product = store(x->probability[j] * store(x->gradient[j]));
        sum += product;
        *size += fabs((double)product);
    }
    return store(sum);
}

/* What is not read is NaN. */
static plumb_ball ball_of(const row *x, model_steps steps) {
    plumb_gradient_pair pair[MOST_PAIRS] = {0};
    for (size_t j = 0; j < x->pairs; j++) {
        pair[j].saved = 1;
        pair[j].probability = (plumb_ball){x->visible[j] ? (double)x->probability[j] : NAN, 0};
        pair[j].gradient.exact = (plumb_ball){(double)x->gradient[j], 0};
        pair[j].delta = plumb_ball_unknown();
    }
    return plumb_summed_delta(steps.unit, steps.tiny, pair, x->visible, x->pairs);
}

START_TEST(encloses_what_is_computed) {
    random_cases cases = random_begin("budget summed delta", CASES);
    model_steps single = steps_of(plumb_precision_find("f32")), half = steps_of(plumb_precision_find("bf16-eager"));
    while (random_next(&cases)) {
        row x = random_row(&cases);
        double size;
        for (int backwards = 0; backwards < 2; backwards++) {
            plumb_ball ball = ball_of(&x, single);
            ck_assert(holds(ball, (double)delta(&x, as_it_is, backwards, &size)));
            ck_assert_double_lt(ball.rad, 2 * 0x1p-24 * ((double)x.pairs + 14) * size + 1e-30);
            ball = ball_of(&x, half);
            ck_assert(holds(ball, (double)delta(&x, rounded_to_bf16, backwards, &size)));
            ck_assert_double_lt(ball.rad, 4.1 * 0x1p-8 * size + 1e-30);
        }
    }
}
END_TEST

START_TEST(nothing_known) {
    random_cases cases = random_begin("budget summed delta nothing", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(plumb_precision_find("f32"));
        row x = random_row(&cases);
        x.visible[0] = 1;
        ck_assert(isfinite(ball_of(&x, steps).rad));
        steps.unit[PLUMB_STEP_ACCUMULATE] = 0.25;
        ck_assert(!isfinite(ball_of(&x, steps).rad));
        steps.unit[PLUMB_STEP_ACCUMULATE] = -1;
        ck_assert(!isfinite(ball_of(&x, steps).rad));
        x.gradient[0] = NAN;
        ck_assert(!isfinite(ball_of(&x, steps_of(plumb_precision_find("f32"))).rad));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/summed_delta");
    TCase *tests = tcase_create("summed_delta");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, encloses_what_is_computed);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
