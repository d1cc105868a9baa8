/* test_divisor.c - whatever a model divides by is in its ball, and little else. */
#include "budget/divisor.h"
#include "tests/budget/models.h"
#include "tests/budget/roundings.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000

/* Any sum that a division does not ask for may be unknown. */
START_TEST(stays_within) {
    random_cases cases = random_begin("budget divisor", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps steps = steps_of(p);
        plumb_division division = (plumb_division)random_below(&cases, PLUMB_DIVIDED_BY_LENGTH + 1);
        double sum = exp2(4 * random_uniform(&cases) - 2) * (random_below(&cases, 4) ? 1 : -1), epsilon = 1e-3, exact;
        double added = rounded_in_model(&cases, &steps, PLUMB_STEP_INPUT,
                                        division == PLUMB_DIVIDED_BY_AT_LEAST_ONE ? 0 : epsilon);
        double number = sum + rounded_in_model(&cases, &steps, PLUMB_STEP_PROBABILITY, added);
        number = rounded_in_model(&cases, &steps, PLUMB_STEP_PROBABILITY, number);
        number = rounded_several(&cases, &steps, PLUMB_STEP_ACCUMULATE, 2, number);
        number = rounded_in_model(&cases, &steps, PLUMB_STEP_PROBABILITY, number);
        exact = sum + epsilon;
        plumb_ball known = plumb_ball_of(sum);
        if (division == PLUMB_DIVIDED_BY_NOTHING) {
            known = plumb_ball_unknown();
            exact = number = 1;
        } else if (division == PLUMB_DIVIDED_BY_LENGTH) {
            known = plumb_ball_unknown();
            exact = 24;
            number = exact * (1 + steps.unit[PLUMB_STEP_EXPONENT]);
        } else if (division == PLUMB_DIVIDED_BY_AT_LEAST_ONE) {
            exact = fmax(fabs(sum), 1);
            number = fmax(fabs(number), 1);
        }
        plumb_ball ball = plumb_divisor_from(steps.unit, steps.tiny, division, epsilon, 24, known);
        double widest = 3 * p->probability.unit + 3 * p->accumulate.unit + p->exponent.unit + p->input.unit;
        widest = (1.01 * widest + widest * widest) * (fabs(sum) + fabs(exact) + 1) + 4 * p->probability.tiny;
        if (fabs(number - ball.mid) <= ball.rad + 0x1p-44 && ball.rad <= widest + 0x1p-40)
            continue;
        reproduction line = reproduce(&cases);
        reproduce_text(&line, " division %d, %s: %a within %a of at most %a, %a", (int)division, p->name, ball.mid,
                       ball.rad, widest, number);
        reproduce_fail(&line);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/divisor");
    TCase *tests = tcase_create("divisor");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, stays_within);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
