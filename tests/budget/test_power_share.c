/* test_power_share.c - a sum of powers is off by the share that section 15 of spec/budget.md says. */
#include "budget/power_share.h"
#include "theorem/units.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 10000

START_TEST(is_that_of_the_page) {
    random_cases cases = random_begin("budget power share", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps s = steps_of(p);
        size_t count = 1 + random_below(&cases, 4000), steps = count + random_below(&cases, 100);
        double term = random_uniform(&cases), each = 1e-6 * random_uniform(&cases);
        double sum = plumb_gamma((double)steps, p->accumulate.unit);
        double small = (double)count * each + 2 * (double)steps * p->accumulate.tiny;
        double lost = (1 + p->probability.unit) * (1 + sum) * small + p->probability.tiny;
        double expected = plumb_compound(sum, p->probability.unit) + exp(term) * lost;
        double got = plumb_upper(
            plumb_power_share(s.unit, s.tiny, count, steps, (plumb_ball){term, 0}, (plumb_ball){each, 0}));
        if (isfinite(expected) && !(got >= (1 - 0x1p-30) * expected && got <= (1 + 0x1p-30) * expected)) {
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " another share in %s: %g, expected %g", p->name, got, expected);
            reproduce_fail(&line);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/power_share");
    TCase *tests = tcase_create("power_share");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, is_that_of_the_page);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
