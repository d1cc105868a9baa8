/* test_feature.c - a feature of an elu kernel, in one step or two, is in its ball, and little else. */
#include "budget/feature.h"
#include "tests/budget/models.h"
#include "tests/budget/roundings.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000

static double number_of(random_cases *cases, const model_steps *steps, double x) {
    double first = x, side = random_below(cases, 2) ? 0.999 : -0.999;
    if (x <= 0)
        first = expm1(x) + side * (steps->unit[PLUMB_STEP_EXPONENTIAL] * exp(x) + steps->tiny[PLUMB_STEP_EXPONENT]);
    if (random_below(cases, 2)) {
        first = rounded_several(cases, steps, PLUMB_STEP_EXPONENT, 2, first);
        first = rounded_in_model(cases, steps, PLUMB_STEP_INPUT, first);
    }
    first = rounded_several(cases, steps, PLUMB_STEP_EXPONENT, 2, first + 1);
    return rounded_in_model(cases, steps, PLUMB_STEP_INPUT, first);
}

START_TEST(stays_within) {
    random_cases cases = random_begin("budget feature", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps steps = steps_of(p);
        double x = 3 * random_normal(&cases), exact = x > 0 ? x + 1 : exp(x), number = number_of(&cases, &steps, x);
        plumb_ball ball = plumb_elu_feature_computed(steps.unit, steps.tiny, plumb_ball_of(x));
        double store = p->input.unit + 2 * p->exponent.unit, page = p->exponential + store * (fabs(exact - 1) + exact);
        page += p->input.tiny + p->exponent.tiny;
        if (fabs(number - ball.mid) <= ball.rad + 0x1p-44 && (!(page < 0.1) || ball.rad <= 2.5 * page + 0x1p-40))
            continue;
        reproduction line = reproduce(&cases);
        reproduce_text(&line, " of %a: %a within %a, %a", x, ball.mid, ball.rad, number);
        reproduce_fail(&line);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/feature");
    TCase *tests = tcase_create("feature");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, stays_within);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
