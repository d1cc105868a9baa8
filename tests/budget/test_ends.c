/* test_ends.c - a number beyond all of a ball, and a ball that reaches as far. */
#include "budget/ends.h"
#include "tests/support/contain.h"
#include "tests/support/suite.h"
#include <math.h>

START_TEST(top) {
    double high = plumb_ball_top((plumb_ball){1, 0.25});
    ck_assert(high >= 1.25 && high <= 1.25 + 0x1p-48);
    high = plumb_ball_top((plumb_ball){-1, 2});
    ck_assert(high >= 1);
    ck_assert(!isfinite(plumb_ball_top((plumb_ball){1, INFINITY})));
    ck_assert(!isfinite(plumb_ball_top((plumb_ball){NAN, NAN})));
}
END_TEST

START_TEST(around) {
    plumb_ball ball = plumb_ball_around(-3, (plumb_ball){0.5, 0.25});
    ck_assert(ball.mid == -3 && ball.rad >= 0.75 && ball.rad <= 0.75 + 0x1p-48);
    ck_assert(!ball_informs(plumb_ball_around(NAN, (plumb_ball){0.5, 0.25})));
    ck_assert(!ball_informs(plumb_ball_around(1, (plumb_ball){0.5, INFINITY})));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/ends");
    TCase *tests = tcase_create("ends");
    tcase_add_test(tests, top);
    tcase_add_test(tests, around);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
