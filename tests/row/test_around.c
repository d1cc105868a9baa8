/* test_around.c - the ball contains the number, tells an exact one, and is as small as can be. */
#include "row/around.h"
#include "tests/support/contain.h"
#include "tests/support/suite.h"
#include <flint/flint.h>
#include <math.h>

START_TEST(doubles_are_exact) {
    static const double numbers[] = {0, 1, -0.1, 0x1p-1074, 0x1.fffffffffffffp1023};
    arb_t value;
    arb_init(value);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        arb_set_d(value, numbers[i]);
        ck_assert(balls_identical(plumb_ball_around_arb(value), plumb_ball_of(numbers[i])));
    }
    arb_clear(value);
}
END_TEST

START_TEST(others_are_contained) {
    static const char *const numbers[] = {"0.1", "-3.3", "1e-320", "1e-400", "1e308", "1 +/- 1e-9"};
    arb_t value;
    arb_init(value);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        ck_assert_int_eq(arb_set_str(value, numbers[i], 200), 0);
        plumb_ball ball = plumb_ball_around_arb(value);
        ck_assert_msg(ball_contains(ball, value), "%s", numbers[i]);
        ck_assert_msg(ball.rad <= 0x1p-52 * fabs(ball.mid) + 0x1p-998 + 1.01e-9 * (i == 5),
                      "%s: +- %a", numbers[i], ball.rad);
    }
    arb_clear(value);
}
END_TEST

START_TEST(beyond_binary64_says_nothing) {
    arb_t value;
    arb_init(value);
    ck_assert_int_eq(arb_set_str(value, "-1e400", 200), 0);
    ck_assert(!ball_informs(plumb_ball_around_arb(value)));
    arb_indeterminate(value);
    ck_assert(!ball_informs(plumb_ball_around_arb(value)));
    arb_clear(value);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("row/around");
    TCase *tests = tcase_create("around");
    tcase_add_test(tests, doubles_are_exact);
    tcase_add_test(tests, others_are_contained);
    tcase_add_test(tests, beyond_binary64_says_nothing);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
