/* test_turned_gradient.c - however a model rounds sums, cosines, sines and products, no gradient that is turned back is
   impossible; what is far from it is.  And each element of a vector belongs to its pair. */
#include "budget/turned_gradient.h"
#include "budget/ball_products.h"
#include "gradient/rotation_gradient.h"
#include "tests/budget/models.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 1000
#define MOST_PAIRS 12

/* ---- places ---- */

/* By each place in turn, of a gradient that is 1 there and 0 elsewhere, and of turns that are all different. */
START_TEST(elements_belong_to_pairs) {
    enum { DIM = 10, TURNED = 8 };
    plumb_ball cosine[TURNED / 2], sine[TURNED / 2], rotated[DIM], gradient[DIM];
    for (size_t m = 0; m < TURNED / 2; m++) {
        cosine[m] = plumb_ball_of((double)(m + 2));
        sine[m] = plumb_ball_of((double)(10 * m + 100));
    }
    for (size_t i = 0; i < DIM; i++)
        rotated[i] = plumb_ball_of((double)(i * i + 1));
    plumb_rope_layout layout = (plumb_rope_layout)_i;
    plumb_rotation_gradient(rotated, DIM, TURNED, layout, cosine, sine, gradient);
    for (size_t i = 0; i < DIM; i++) {
        plumb_turned_place at = plumb_place_turned(layout, TURNED / 2, i);
        double g = rotated[at.first].mid, h = rotated[at.second].mid, c = cosine[at.m].mid, s = sine[at.m].mid;
        double by_place = at.which == PLUMB_TURNED_FIRST    ? g * c + h * s
                          : at.which == PLUMB_TURNED_SECOND ? h * c - g * s
                                                            : g;
        ck_assert_int_eq(at.which == PLUMB_TURNED_NOT, i >= TURNED);
        ck_assert_msg(ball_contains_double(gradient[i], by_place), "element %zu of layout %d", i, _i);
    }
}
END_TEST

/* ---- engines ---- */

typedef struct {
    size_t pairs, roundings;
    plumb_ball weight[MOST_PAIRS], column[2][MOST_PAIRS];
    unsigned char visible[MOST_PAIRS];
    double scale, angle, delta, multiplier;
    int which;
} problem;

static double side(random_cases *cases) {
    return random_below(cases, 2) ? (random_below(cases, 2) ? 1 : -1) : 2 * random_uniform(cases) - 1;
}

/* x as a step may round it; extremes now and then */
static double rounded(random_cases *cases, const model_steps *steps, size_t step, double x) {
    return x + 0.999 * side(cases) * (steps->unit[step] * fabs(x) + steps->tiny[step]);
}

static double in_tensor(random_cases *cases, const model_steps *steps, double x) {
    bool coarse = steps->unit[PLUMB_STEP_INPUT] > steps->unit[PLUMB_STEP_OUTPUT];
    return rounded(cases, steps, coarse ? PLUMB_STEP_INPUT : PLUMB_STEP_OUTPUT, x);
}

static double in_ball(random_cases *cases, plumb_ball ball) {
    return ball.mid + 0.999 * side(cases) * ball.rad;
}

static problem draw(random_cases *cases) {
    problem x = {.pairs = 1 + random_below(cases, MOST_PAIRS), .which = (int)random_below(cases, 3)};
    x.multiplier = random_below(cases, 2) ? 1 : 1.25;
    x.roundings = x.multiplier == 1 ? 0 : 18;
    x.scale = exp2(-4 * random_uniform(cases));
    x.angle = 6.3 * random_uniform(cases);
    x.delta = random_below(cases, 2) ? exp2(-10 - 10 * random_uniform(cases)) : 0;
    for (size_t j = 0; j < x.pairs; j++) {
        x.visible[j] = j == 0 || random_below(cases, 4) != 0;
        x.weight[j] = (plumb_ball){random_normal(cases), random_below(cases, 2) ? 0x1p-8 : 0};
        for (size_t i = 0; i < 2; i++)
            x.column[i][j] = (plumb_ball){random_normal(cases), random_below(cases, 2) ? 0x1p-9 : 0};
    }
    return x;
}

/* A sum of a flash kernel, the scale at the end. */
static double sum_of(random_cases *cases, const model_steps *steps, const problem *x, const double *weight,
                     size_t column) {
    double sum = 0;
    for (size_t j = 0; j < x->pairs; j++)
        if (x->visible[j]) {
            double value = rounded(cases, steps, PLUMB_STEP_OPERAND, in_ball(cases, x->column[column][j]));
            sum = rounded(cases, steps, PLUMB_STEP_ACCUMULATE,
                          sum + rounded(cases, steps, PLUMB_STEP_PROBABILITY, weight[j]) * value);
        }
    double scale = rounded(cases, steps, PLUMB_STEP_INPUT, x->scale);
    return rounded(cases, steps, PLUMB_STEP_OUTPUT,
                   rounded(cases, steps, PLUMB_STEP_ACCUMULATE,
                           scale * rounded(cases, steps, PLUMB_STEP_SCORE, sum)));
}

static double entry(random_cases *cases, const model_steps *steps, const problem *x, double function) {
    double y = x->multiplier * (function + 7.99 * side(cases) * steps->unit[PLUMB_STEP_EXPONENT]);
    for (size_t i = 0; i < x->roundings; i++)
        y = rounded(cases, steps, PLUMB_STEP_EXPONENT, y);
    return in_tensor(cases, steps, y);
}

static double product(random_cases *cases, const model_steps *steps, double a, double c) {
    return in_tensor(cases, steps, rounded(cases, steps, PLUMB_STEP_INPUT, a) * c);
}

static double engine(random_cases *cases, const model_steps *steps, const problem *x) {
    double weight[MOST_PAIRS];
    for (size_t j = 0; j < x->pairs; j++)
        weight[j] = in_ball(cases, x->weight[j]);
    double g = sum_of(cases, steps, x, weight, 0), h = sum_of(cases, steps, x, weight, 1), y = g;
    double angle = x->angle + side(cases) * x->delta;
    double cosine = entry(cases, steps, x, cos(angle)), sine = entry(cases, steps, x, sin(angle));
    if (x->which == PLUMB_TURNED_FIRST)
        y = product(cases, steps, g, cosine) + product(cases, steps, h, sine);
    if (x->which == PLUMB_TURNED_SECOND)
        y = product(cases, steps, h, cosine) - product(cases, steps, g, sine);
    if (x->which != PLUMB_TURNED_NOT)
        y = in_tensor(cases, steps, in_tensor(cases, steps, y));
    return rounded(cases, steps, PLUMB_STEP_OUTPUT, y);
}

static bool is_impossible(const model_steps *steps, const problem *x, double number) {
    plumb_turned_sums sums = {.scale = plumb_ball_of(x->scale), .which = x->which};
    sums.first = plumb_total_ball_products(x->weight, x->visible, x->column[0], x->pairs);
    sums.second = plumb_total_ball_products(x->weight, x->visible, x->column[1], x->pairs);
    sums.turn = (plumb_turn){x->delta,
                             {x->multiplier * cos(x->angle), 0x1p-51},
                             {x->multiplier * sin(x->angle), 0x1p-51},
                             {x->multiplier, 0},
                             x->roundings};
    return plumb_turned_gradient_verdict(steps->unit, steps->tiny, sums, number) == PLUMB_IMPOSSIBLE;
}

START_TEST(what_engines_give) {
    random_cases cases = random_begin("budget turned gradient", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(random_precision(&cases));
        problem x = draw(&cases);
        double number = engine(&cases, &steps, &x);
        if (is_impossible(&steps, &x, number)) {
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " impossible, and given: %a", number);
            reproduce_fail(&line);
        }
    }
}
END_TEST

/* Half of all that is summed away from it, in binary32. */
START_TEST(what_no_engine_gives) {
    random_cases cases = random_begin("budget turned gradient far", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(plumb_precision_find("f32"));
        problem x = draw(&cases);
        double number = engine(&cases, &steps, &x), size = 0;
        for (size_t j = 0; j < x.pairs; j++)
            size += x.visible[j] * (fabs(x.weight[j].mid) + 0.01) * (fabs(x.column[0][j].mid) + 0.01 +
                                                                    fabs(x.column[1][j].mid));
        ck_assert(is_impossible(&steps, &x, number + 0.5 * x.scale * size));
        ck_assert(!is_impossible(&steps, &x, NAN) && !is_impossible(&steps, &x, INFINITY));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/turned_gradient");
    TCase *tests = tcase_create("turned_gradient");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, elements_belong_to_pairs, 0, 3);
    tcase_add_test(tests, what_engines_give);
    tcase_add_test(tests, what_no_engine_gives);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
