/* test_finished.c - what ends as a number comes from its ball, and the ball is no wider than what lies between. */
#include "budget/finished.h"
#include "tests/budget/models.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 10000
#define INPUT_BITS 14
#define OUTPUT_BITS 20
#define FUNCTION 0x1p-30 /* of the exponential */

/* to so many significant bits, up or down as it comes */
static double rounded(random_cases *cases, double x, int bits) {
    int exponent;
    double part = ldexp(frexp(x, &exponent), bits);
    return ldexp(random_below(cases, 2) ? ceil(part) : floor(part), exponent - bits);
}

static model_steps coarse_steps(void) {
    model_steps steps = {{0}, {0}};
    steps.unit[PLUMB_STEP_INPUT] = ldexp(1, 1 - INPUT_BITS);
    steps.unit[PLUMB_STEP_OUTPUT] = ldexp(1, 1 - OUTPUT_BITS);
    steps.unit[PLUMB_STEP_EXPONENTIAL] = FUNCTION;
    return steps;
}

static plumb_finish random_finish(random_cases *cases) {
    return (plumb_finish){.has_factor = random_below(cases, 2) == 0,
                          .has_bias = random_below(cases, 2) == 0,
                          .has_gate = random_below(cases, 2) == 0,
                          .factor = exp2(4 * random_uniform(cases) - 2),
                          .bias = random_normal(cases),
                          .gate = 2 * random_normal(cases)};
}

static double sigmoid(double x) {
    return 1 / (1 + exp(-x));
}

/* The last store is of the number that is given. */
static double engine(random_cases *cases, const plumb_finish *finish, double z) {
    if (finish->has_factor)
        z = rounded(cases, z, OUTPUT_BITS) * rounded(cases, finish->factor, INPUT_BITS);
    if (finish->has_bias)
        z = rounded(cases, z, OUTPUT_BITS) + rounded(cases, finish->bias, INPUT_BITS);
    if (finish->has_gate)
        z = rounded(cases, z, OUTPUT_BITS) * rounded(cases, sigmoid(finish->gate), OUTPUT_BITS);
    return rounded(cases, z, OUTPUT_BITS);
}

/* By how much what ends as a number may be off, beside the number, and what an error of z becomes. */
typedef struct {
    double number, off, slope;
} finished;

static void store(finished *x, double unit) {
    x->off += unit * (fabs(x->number) + x->off);
}

static void multiply(finished *x, double factor, double unit) {
    x->number *= factor;
    x->off = x->off * factor + unit * (fabs(x->number) + x->off * factor);
    x->slope *= factor;
}

static finished exactly(const plumb_finish *finish, double z) {
    model_steps steps = coarse_steps();
    double input = steps.unit[PLUMB_STEP_INPUT], output = steps.unit[PLUMB_STEP_OUTPUT];
    finished x = {z, 0, 1};
    if (finish->has_factor) {
        store(&x, output);
        multiply(&x, finish->factor, input);
    }
    if (finish->has_bias) {
        store(&x, output);
        x.number += finish->bias;
        x.off += input * fabs(finish->bias);
    }
    if (finish->has_gate) {
        store(&x, output);
        multiply(&x, sigmoid(finish->gate), output);
    }
    store(&x, output);
    return x;
}

static void fail_case(const random_cases *cases, const char *what, const plumb_finish *finish, double z,
                      plumb_ball ball) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: factor %d, bias %d, gate %d", what, finish->has_factor, finish->has_bias,
                   finish->has_gate);
    reproduce_doubles(&line, "z", &z, 1);
    reproduce_balls(&line, "ball", &ball, 1);
    reproduce_fail(&line);
}

START_TEST(contains) {
    random_cases cases = random_begin("budget finished", CASES);
    while (random_next(&cases)) {
        model_steps steps = coarse_steps();
        plumb_finish finish = random_finish(&cases);
        double z = random_normal(&cases);
        plumb_ball ball = plumb_before_finish(steps.unit, steps.tiny, finish, engine(&cases, &finish, z));
        if (!ball_informs(ball) || !ball_contains_double(ball, z))
            fail_case(&cases, "not contained", &finish, z, ball);
    }
}
END_TEST

/* To a hundredth, and the error of the exponential. */
START_TEST(is_as_wide_as_the_page) {
    random_cases cases = random_begin("budget finished sharp", CASES);
    while (random_next(&cases)) {
        model_steps steps = coarse_steps();
        plumb_finish finish = random_finish(&cases);
        double z = random_normal(&cases);
        finished x = exactly(&finish, z);
        double width = x.off / x.slope;
        plumb_ball ball = plumb_before_finish(steps.unit, steps.tiny, finish, x.number);
        if (!(fabs(ball.rad - width) <= 0.01 * width))
            fail_case(&cases, "not as wide as the page", &finish, z, ball);
    }
}
END_TEST

/* (2 + 1) / 2: each step in its format, of which one at a time underflows. */
START_TEST(each_step_counts) {
    model_steps steps = {{0}, {0}};
    plumb_finish finish = {.has_factor = 1, .has_bias = 1, .has_gate = 1, .factor = 2, .bias = 1, .gate = 0};
    steps.tiny[PLUMB_STEP_INPUT] = 0x1p-20;
    plumb_ball ball = plumb_before_finish(steps.unit, steps.tiny, finish, 1.5);
    ck_assert(ball_contains_double(ball, 1));
    /* the bias and the factor, both seen through the factor */
    ck_assert(fabs(ball.rad - 0x1p-20) <= 0x1p-30);
    steps.tiny[PLUMB_STEP_INPUT] = 0;
    steps.tiny[PLUMB_STEP_TENSOR] = 0x1p-20;
    ball = plumb_before_finish(steps.unit, steps.tiny, finish, 1.5);
    /* four stores: behind the gate, the bias, the factor, and before it; seen through what lies before */
    ck_assert(fabs(ball.rad - (1 + 0.5 + 0.5 + 1) * 0x1p-20) <= 0x1p-30);
    steps.tiny[PLUMB_STEP_TENSOR] = 0;
    steps.tiny[PLUMB_STEP_EXPONENT] = 0x1p-20;
    ball = plumb_before_finish(steps.unit, steps.tiny, finish, 1.5);
    /* the sigmoid by 6: a quarter of its argument's 4, 1 of the exponential, 4 of the quotient; of a half of what the
       factor makes 3 */
    ck_assert(fabs(ball.rad - 3 * 6 * 0x1p-20) <= 0x1p-30);
}
END_TEST

START_TEST(nothing_known) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    const plumb_finish nothing = {0};
    plumb_finish finish = {.has_gate = 1, .gate = NAN};
    ck_assert(ball_informs(plumb_before_finish(steps.unit, steps.tiny, nothing, 1)));
    ck_assert(!ball_informs(plumb_before_finish(steps.unit, steps.tiny, nothing, NAN)));
    ck_assert(!ball_informs(plumb_before_finish(steps.unit, steps.tiny, nothing, INFINITY)));
    ck_assert(!ball_informs(plumb_before_finish(steps.unit, steps.tiny, finish, 1)));
    finish.gate = -1000; /* a sigmoid that underflows */
    ck_assert(!ball_informs(plumb_before_finish(steps.unit, steps.tiny, finish, 1)));
    finish.gate = 1000;
    ck_assert(ball_informs(plumb_before_finish(steps.unit, steps.tiny, finish, 1)));
    steps.unit[PLUMB_STEP_EXPONENTIAL] = 1;
    ck_assert(!ball_informs(plumb_before_finish(steps.unit, steps.tiny, finish, 1)));
    ck_assert(ball_informs(plumb_before_finish(steps.unit, steps.tiny, nothing, 1)));
    finish = (plumb_finish){.has_bias = 1, .bias = INFINITY};
    ck_assert(!ball_informs(plumb_before_finish(steps.unit, steps.tiny, finish, 1)));
    finish = (plumb_finish){.has_factor = 1, .factor = 0};
    ck_assert(!ball_informs(plumb_before_finish(steps.unit, steps.tiny, finish, 1)));
    steps.unit[PLUMB_STEP_OUTPUT] = 1;
    ck_assert(!ball_informs(plumb_before_finish(steps.unit, steps.tiny, nothing, 1)));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/finished");
    TCase *tests = tcase_create("finished");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_as_wide_as_the_page);
    tcase_add_test(tests, each_step_counts);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
