/* test_logarithm.c - what lies between two numbers, and the logarithm of a wide ball, which is as wide as it must be. */
#include "budget/logarithm.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 1000

static bool reaches(plumb_ball ball, double low, double high) {
    double slack = 0x1p-45 * (1 + fabs(low) + fabs(high));
    return ball.mid - ball.rad <= low + slack && ball.mid - ball.rad >= low - slack &&
           ball.mid + ball.rad >= high - slack && ball.mid + ball.rad <= high + slack;
}

START_TEST(between_two_numbers) {
    random_cases cases = random_begin("budget between", CASES);
    while (random_next(&cases)) {
        double low = 10 * random_normal(&cases), high = low + 20 * random_uniform(&cases);
        ck_assert(reaches(plumb_ball_between((plumb_ball){low, 0}, (plumb_ball){high, 0}), low, high));
    }
}
END_TEST

START_TEST(from_end_to_end) {
    random_cases cases = random_begin("budget logarithm", CASES);
    while (random_next(&cases)) {
        double low = exp(10 * random_normal(&cases)), high = low * exp(10 * random_uniform(&cases));
        plumb_ball wide = plumb_ball_between((plumb_ball){low, 0}, (plumb_ball){high, 0});
        double least = wide.mid - wide.rad;
        if (least > 0x1p-20 * high)
            ck_assert(reaches(plumb_ball_wide_log(wide), log(least), log(high)));
    }
}
END_TEST

START_TEST(nothing_known) {
    static const plumb_ball unknown[] = {{1, 1}, {1, 2}, {-1, 0.5}, {0, 0}, {1, INFINITY}, {NAN, 0}, {INFINITY, 0}};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        ck_assert(!isfinite(plumb_ball_wide_log(unknown[i]).rad));
    ck_assert(!isfinite(plumb_ball_between(plumb_ball_unknown(), (plumb_ball){1, 0}).rad));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/logarithm");
    TCase *tests = tcase_create("logarithm");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, between_two_numbers);
    tcase_add_test(tests, from_end_to_end);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
