/* test_exponent.c - the error of an exponent is that of the page, within a tenth, and what a shift adds to it that is
   not the largest score. */
#include "budget/exponent.h"
#include "tests/budget/models.h"
#include "tests/budget/page.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 10000

START_TEST(is_that_of_the_budget) {
    random_cases cases = random_begin("budget exponent", CASES);
    while (random_next(&cases)) {
        const plumb_precision *precision = random_precision(&cases);
        model_steps steps = steps_of(precision);
        size_t keys = 1 + random_below(&cases, 4000), rescalings = 1 + random_below(&cases, keys);
        double size = 30 * random_uniform(&cases), score = size * random_uniform(&cases);
        double off = random_uniform(&cases) * 0x1p-6;
        page_row row = {.precision = precision,
                               .rescalings = (double)rescalings,
                               .largest_score = size,
                               .log_keys = log((double)keys)};
        page_key key = {.score = score, .score_error = off};
        double expected = page_exponent(&row, &key) + error_of_lag(precision);
        plumb_exponent_error error =
            plumb_exponent_error_of(steps.unit, steps.tiny, keys, rescalings, size);
        double got =
            plumb_upper(plumb_exponent_off(error, (plumb_ball){off, 0}, (plumb_ball){score, 0}));
        if (!(got <= 1.1 * expected && got >= (1 - 0x1p-30) * expected)) {
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " another error of an exponent in %s: %g, expected %g",
                           precision->name, got, expected);
            reproduce_fail(&line);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/exponent");
    TCase *tests = tcase_create("exponent");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, is_that_of_the_budget);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
