/* test_relative_error.c - which steps a key that is formed is off by, and which a sum of two scores. */
#include "budget/relative_error.h"
#include "tests/budget/models.h"
#include "tests/support/contain.h"
#include "tests/support/suite.h"

static plumb_relative_error error_of(size_t step, double unit, double tiny, double scale) {
    model_steps steps = {{0}, {0}};
    steps.unit[step] = unit;
    steps.tiny[step] = tiny;
    return plumb_relative_error_of(steps.unit, steps.tiny, 1, (plumb_ball){scale, 0});
}

static bool is(plumb_ball ball, double x) {
    return fabs(ball.mid - x) + ball.rad <= 0x1p-40;
}

/* Both vectors as they are taken, their sum, and its store. */
START_TEST(a_formed_element) {
    ck_assert(is(error_of(PLUMB_STEP_INPUT, 0.25, 0, 1).formed_unit, 1.25 * 1.25 - 1));
    ck_assert(is(error_of(PLUMB_STEP_EXPONENT, 0.25, 0, 1).formed_unit, 0.25));
    ck_assert(is(error_of(PLUMB_STEP_OUTPUT, 0.25, 0, 1).formed_unit, 0.25));
    ck_assert(is(error_of(PLUMB_STEP_SCORE, 0.25, 0, 1).formed_unit, 0));
    ck_assert(is(error_of(PLUMB_STEP_INPUT, 0, 0.25, 1).formed_tiny, 3 * 0.25));
    ck_assert(is(error_of(PLUMB_STEP_INPUT, 0.25, 0.25, 1).formed_tiny, 2.5 * 0.25 + 0.25));
    ck_assert(is(error_of(PLUMB_STEP_EXPONENT, 0.25, 0.25, 1).formed_tiny, 0.25));
    ck_assert(is(error_of(PLUMB_STEP_OUTPUT, 0.25, 0.25, 1).formed_tiny, 0.25));
}
END_TEST

/* The sum and its store; what is lost before a scale of 8, or of 1/8, multiplies it. */
START_TEST(a_sum) {
    ck_assert(is(error_of(PLUMB_STEP_EXPONENT, 0.25, 0, 1).sum_unit, 0.25));
    ck_assert(is(error_of(PLUMB_STEP_SCORE, 0.25, 0, 1).sum_unit, 0.25));
    ck_assert(is(error_of(PLUMB_STEP_EXPONENT, 0, 0.25, 8).sum_tiny, 9 * 0.25));
    ck_assert(is(error_of(PLUMB_STEP_EXPONENT, 0, 0.25, 0.125).sum_tiny, 2 * 0.25));
    ck_assert(is(error_of(PLUMB_STEP_SCORE, 0, 0.25, -8).sum_tiny, 9 * 0.25));
    ck_assert(is(error_of(PLUMB_STEP_SCORE, 0.25, 0.25, 1).sum_tiny, 0.25 + 1.25 * 1.25 * 1.25 * 0.25));
}
END_TEST

START_TEST(a_scale) {
    ck_assert(is(error_of(PLUMB_STEP_INPUT, 0, 0, -0.5).scale_size, 0.5));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/relative_error");
    TCase *tests = tcase_create("relative_error");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, a_formed_element);
    tcase_add_test(tests, a_sum);
    tcase_add_test(tests, a_scale);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
