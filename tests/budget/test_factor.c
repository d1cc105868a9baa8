/* test_factor.c - what was multiplied is found again; not where the factor may be 0. */
#include "budget/factor.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000

START_TEST(what_was_multiplied) {
    random_cases cases = random_begin("budget factor", CASES);
    while (random_next(&cases)) {
        double x = random_normal(&cases), f = 0.5 + random_uniform(&cases), r = 0x1p-20 * random_uniform(&cases);
        plumb_ball found = plumb_ball_before_factor((plumb_ball){x * f, r}, (plumb_ball){f, r});
        ck_assert(fabs(found.mid - x) <= found.rad && found.rad <= 4 * (1 + fabs(x)) * (r + 0x1p-50));
    }
}
END_TEST

START_TEST(nothing_known) {
    plumb_ball one = plumb_ball_of(1);
    ck_assert(!isfinite(plumb_ball_before_factor(one, plumb_ball_zero()).rad));
    ck_assert(!isfinite(plumb_ball_before_factor(one, (plumb_ball){1, 1.5}).rad));
    ck_assert(!isfinite(plumb_ball_before_factor(one, plumb_ball_of(-1)).rad));
    ck_assert(!isfinite(plumb_ball_before_factor(plumb_ball_unknown(), one).rad));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/factor");
    TCase *tests = tcase_create("factor");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_was_multiplied);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
