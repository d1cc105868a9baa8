/* test_linear_terms.c - what states that are off do to a sum over the features. */
#include "budget/linear_terms.h"
#include "tests/support/suite.h"
#include <math.h>

static void is(plumb_ball ball, double number) {
    ck_assert_double_le(fabs(ball.mid - number), ball.rad + 0x1p-44 * fabs(number));
    ck_assert_double_le(ball.rad, 0x1p-44 * fabs(number));
}

static plumb_state_sums some_sums(void) {
    return (plumb_state_sums){plumb_ball_of(1), plumb_ball_of(20), plumb_ball_of(30),
                              plumb_ball_of(4), plumb_ball_of(5),  plumb_ball_of(6)};
}

/* Each part where no other is, and all of them. */
START_TEST(part_by_part) {
    double unit[PLUMB_STEPS] = {0}, tiny[PLUMB_STEPS] = {0};
    plumb_state_error none = {plumb_ball_zero(), plumb_ball_zero(), plumb_ball_zero()};
    plumb_state_error some = {plumb_ball_of(0.5), plumb_ball_of(0.25), plumb_ball_of(0.125)};
    is(plumb_terms_scaled_off(unit, some, some_sums()), 0.5 * 20 + 0.25 * 30);
    is(plumb_terms_lost(unit, tiny, 3, some, some_sums()), 4 * 0.125);
    unit[PLUMB_STEP_OPERAND] = 0x1p-4;
    tiny[PLUMB_STEP_OPERAND] = 0x1p-5;
    tiny[PLUMB_STEP_PRODUCT] = 0x1p-6;
    unit[PLUMB_STEP_PRODUCT] = 0x1p-7;
    is(plumb_terms_scaled_off(unit, none, some_sums()), 20 * 0x1p-4);
    is(plumb_terms_scaled_off(unit, some, some_sums()), 20 * 0x1p-4 + (1 + 0x1p-4) * 17.5);
    is(plumb_terms_lost(unit, tiny, 3, none, some_sums()), 5 * 0x1p-5);
    is(plumb_terms_lost(unit, tiny, 3, some, some_sums()),
       (1 + 0x1p-4) * 4 * 0.125 + 0x1p-5 * (5 + 0.5 * 5 + 0.25 * 6 + 3 * 0.125));
    double sum = 7 * 0x1p-7 / (1 - 7 * 0x1p-7);
    is(plumb_terms_sum_off(unit, tiny, 3, plumb_ball_of(2), plumb_ball_of(8), plumb_ball_of(20), plumb_ball_of(0.5),
                           plumb_ball_of(0.25)),
       sum * 40 + (1 + sum) * (2 * 0.5 + 8 * (0.25 + 18 * 0x1p-6)));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/linear_terms");
    TCase *tests = tcase_create("linear terms");
    tcase_add_test(tests, part_by_part);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
