/* test_raised.c - scores times a power, and what these are off by: the power times as much, and the roundings of a
   multiple (section 15 of spec/budget.md). */
#include "budget/raised.h"
#include "budget/power_term.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 2000
#define KEYS 3

START_TEST(off_by_the_power_times_as_much) {
    random_cases cases = random_begin("budget raised", CASES);
    while (random_next(&cases)) {
        const plumb_precision *precision = random_precision(&cases);
        model_steps steps = steps_of(precision);
        double power = exp(random_normal(&cases));
        plumb_ball score[KEYS], off[KEYS], raised[KEYS], raised_off[KEYS], p = {power, 0};
        for (size_t j = 0; j < KEYS; j++) {
            score[j] = (plumb_ball){10 * random_normal(&cases), 0};
            off[j] = (plumb_ball){random_uniform(&cases), 0};
        }
        plumb_raise_scores(steps.unit, steps.tiny, power, score, off, KEYS, raised, raised_off);
        for (size_t j = 0; j < KEYS; j++) {
            double size = fabs(score[j].mid) + off[j].mid, exact = power * score[j].mid;
            plumb_ball own = plumb_multiple_off(steps.unit, steps.tiny, p, p, (plumb_ball){size, 0});
            double most = power * off[j].mid + own.mid;
            if (fabs(raised[j].mid - exact) <= 0x1p-40 * fabs(exact) && raised[j].rad <= 0x1p-40 * fabs(exact) &&
                fabs(raised_off[j].mid - most) <= 0x1p-40 * most && raised_off[j].rad <= 0x1p-40 * most)
                continue;
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " %a times %a: %a, off by %a", power, score[j].mid, raised[j].mid, raised_off[j].mid);
            reproduce_fail(&line);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/raised");
    TCase *tests = tcase_create("raised");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, off_by_the_power_times_as_much);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
