/* test_missed.c - a number outside a ball is known to be there, one inside never. */
#include "budget/missed.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 1000

START_TEST(on_both_sides) {
    random_cases cases = random_begin("budget missed", CASES);
    while (random_next(&cases)) {
        plumb_ball ball = {random_normal(&cases), fabs(random_normal(&cases))};
        double inside = ball.mid + (2 * random_uniform(&cases) - 1) * ball.rad;
        double beyond = ball.rad * (1 + 0x1p-40) + 0x1p-40;
        ck_assert(!plumb_ball_misses(ball, inside));
        ck_assert(plumb_ball_misses(ball, ball.mid + beyond) && plumb_ball_misses(ball, ball.mid - beyond));
    }
}
END_TEST

START_TEST(nothing_known) {
    plumb_ball one = {1, 0};
    ck_assert(plumb_ball_misses(one, 2) && !plumb_ball_misses(one, 1));
    ck_assert(!plumb_ball_misses(one, NAN) && !plumb_ball_misses(one, INFINITY));
    ck_assert(!plumb_ball_misses(plumb_ball_unknown(), 0));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/missed");
    TCase *tests = tcase_create("missed");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, on_both_sides);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
