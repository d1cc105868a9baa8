/* test_elu.c - elu(x) as a model computes it is in its ball. */
#include "budget/elu.h"
#include "tests/budget/models.h"
#include "tests/budget/roundings.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000

START_TEST(stays_within) {
    random_cases cases = random_begin("budget elu", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(random_precision(&cases));
        double x = 4 * random_normal(&cases), exact = x > 0 ? x : expm1(x), side = random_below(&cases, 2) ? 1 : -1;
        double unit = steps.unit[PLUMB_STEP_EXPONENTIAL], size = fmax(x > 0 ? x + 1 : exp(x), fabs(exact));
        double number = exact + 0.999 * side * (unit * size + steps.tiny[PLUMB_STEP_EXPONENT]);
        plumb_ball ball = plumb_elu_by_exponential(steps.unit, steps.tiny, plumb_ball_of(x));
        double most = unit * size + steps.tiny[PLUMB_STEP_EXPONENT];
        if (fabs(number - ball.mid) <= ball.rad + 0x1p-44 * size && ball.rad <= 1.01 * most + 0x1p-40 * size)
            continue;
        reproduction line = reproduce(&cases);
        reproduce_text(&line, " of %a: %a within %a, %a", x, ball.mid, ball.rad, number);
        reproduce_fail(&line);
    }
}
END_TEST

START_TEST(rounded_often) {
    double unit[PLUMB_STEPS] = {0}, tiny[PLUMB_STEPS] = {0};
    unit[PLUMB_STEP_EXPONENT] = 0x1p-8;
    plumb_ball ball = plumb_rounded_often(unit, tiny, 2, plumb_ball_of(4));
    ck_assert_double_eq_tol(ball.rad, 4 * (0x1p-7 / (1 - 0x1p-7)), 1e-12);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/elu");
    TCase *tests = tcase_create("elu");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, stays_within);
    tcase_add_test(tests, rounded_often);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
