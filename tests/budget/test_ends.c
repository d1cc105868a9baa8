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

/* The ends of a ball, whatever its sign. */
START_TEST(ends) {
    static const double mid[] = {-4, -1, 0, 1, 4};
    for (size_t i = 0; i < sizeof mid / sizeof mid[0]; i++) {
        plumb_ball ball = {mid[i], 0x1p-3};
        double high = plumb_ball_highest(ball), low = plumb_ball_lowest(ball);
        ck_assert(high >= mid[i] + 0x1p-3 && high <= mid[i] + 0x1p-3 + 0x1p-40);
        ck_assert(low <= mid[i] - 0x1p-3 && low >= mid[i] - 0x1p-3 - 0x1p-40);
    }
    ck_assert(plumb_ball_highest((plumb_ball){-1, 2}) >= 1);
    ck_assert(plumb_ball_lowest((plumb_ball){1, 2}) <= -1);
    ck_assert(!isfinite(plumb_ball_highest((plumb_ball){-1, INFINITY})));
    ck_assert(!isfinite(plumb_ball_highest((plumb_ball){NAN, NAN})));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/ends");
    TCase *tests = tcase_create("ends");
    tcase_add_test(tests, top);
    tcase_add_test(tests, around);
    tcase_add_test(tests, ends);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
