/* test_stored.c - a stored number comes from its ball, and the ball is no wider than the stores. */
#include "budget/pull.h"
#include "budget/stored.h"
#include "tests/budget/models.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 10000

/* to so many significant bits, up or down as it comes */
static double rounded(random_cases *cases, double x, int bits) {
    int exponent;
    double part = ldexp(frexp(x, &exponent), bits);
    return ldexp(random_below(cases, 2) ? ceil(part) : floor(part), exponent - bits);
}

START_TEST(contains) {
    random_cases cases = random_begin("budget stored", CASES);
    while (random_next(&cases)) {
        double unit[PLUMB_STEPS] = {0}, tiny[PLUMB_STEPS] = {0};
        int output = 3 + (int)random_below(&cases, 20), tensor = 3 + (int)random_below(&cases, 20);
        unit[PLUMB_STEP_OUTPUT] = ldexp(1, 1 - output);
        unit[PLUMB_STEP_TENSOR] = ldexp(1, 1 - tensor);
        double x = random_scaled(&cases, -10, 10);
        double y = rounded(&cases, rounded(&cases, x, output), tensor);
        plumb_ball ball = plumb_before_stores(unit, tiny, plumb_ball_given(y));
        double both = unit[PLUMB_STEP_OUTPUT] + unit[PLUMB_STEP_TENSOR];
        both += unit[PLUMB_STEP_OUTPUT] * unit[PLUMB_STEP_TENSOR];
        bool good = both >= 1 || (ball_contains_double(ball, x) && ball.mid == y &&
                                  ball.rad <= (1 + 0x1p-28) * both * fabs(y) / (1 - both));
        if (!good) {
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " stored in %d and %d bits", output, tensor);
            reproduce_doubles(&line, "x", &x, 1);
            reproduce_doubles(&line, "y", &y, 1);
            reproduce_balls(&line, "ball", &ball, 1);
            reproduce_fail(&line);
        }
    }
}
END_TEST

START_TEST(each_step_counts) {
    double unit[PLUMB_STEPS] = {0}, tiny[PLUMB_STEPS] = {0};
    tiny[PLUMB_STEP_ACCUMULATE] = 1;
    tiny[PLUMB_STEP_OUTPUT] = 0x1p-4;
    tiny[PLUMB_STEP_TENSOR] = 0x1p-8;
    plumb_ball ball = plumb_before_stores(unit, tiny, plumb_ball_given(0));
    ck_assert(ball.mid == 0 && fabs(ball.rad - (4 + 0x1p-4 + 0x1p-8)) <= 0x1p-40);
    unit[PLUMB_STEP_ACCUMULATE] = 0x1p-6;
    ball = plumb_before_stores(unit, tiny, plumb_ball_given(32));
    double gamma = 0x1p-4 / (1 - 0x1p-4);
    double width = (32 * gamma + 4 * (1 + gamma) + 0x1p-4 + 0x1p-8) / (1 - gamma);
    ck_assert(fabs(ball.rad - width) <= 0x1p-30);
    ck_assert(plumb_stores_are_borne(unit));
    unit[PLUMB_STEP_TENSOR] = 1;
    ck_assert(!plumb_stores_are_borne(unit));
    ck_assert(!ball_informs(plumb_before_stores(unit, tiny, plumb_ball_given(NAN))));
    ck_assert(!ball_informs(plumb_before_stores(unit, tiny, plumb_ball_given(INFINITY))));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/stored");
    TCase *tests = tcase_create("stored");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, each_step_counts);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
