/* test_few.c - a bound is above a ball where it is above all of its numbers. */
#include "budget/few.h"
#include "tests/budget/models.h"
#include "tests/support/suite.h"

START_TEST(all_numbers_are_below) {
    ck_assert(plumb_ball_is_below((plumb_ball){1, 0.5}, 1.75) && !plumb_ball_is_below((plumb_ball){1, 0.5}, 1.25));
    ck_assert(!plumb_ball_is_below((plumb_ball){1, 0.5}, 1.5) && !plumb_ball_is_below((plumb_ball){2, 0.5}, 1));
    ck_assert(!plumb_ball_is_below(plumb_ball_unknown(), 1));
}
END_TEST

START_TEST(roundings_less_than_the_whole) {
    model_steps steps = steps_of(plumb_precision_find("bf16-eager"));
    double unit = steps.unit[PLUMB_STEP_SCORE];
    ck_assert(unit > 0 && plumb_are_few(steps.unit, 0.99 / unit, PLUMB_STEP_SCORE));
    ck_assert(!plumb_are_few(steps.unit, 1 / unit, PLUMB_STEP_SCORE));
    steps.unit[PLUMB_STEP_SCORE] = INFINITY;
    ck_assert(!plumb_are_few(steps.unit, 1, PLUMB_STEP_SCORE) && plumb_are_few(steps.unit, 1, PLUMB_STEP_EXPONENT));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/few");
    TCase *tests = tcase_create("few");
    tcase_add_test(tests, all_numbers_are_below);
    tcase_add_test(tests, roundings_less_than_the_whole);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
