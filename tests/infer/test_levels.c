/* test_levels.c - factors that least squares give become the numbers that a kernel had, and nothing that is not known
   becomes one. */
#include "infer/levels.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"
#include <math.h>

static void check(size_t n, const double *factor, const double *deviation, const double *expected) {
    double level[8];
    plumb_levels_find(factor, deviation, n, level);
    for (size_t i = 0; i < n; i++)
        if (isnan(expected[i]))
            ck_assert_msg(isnan(level[i]), "%zu: %g", i, level[i]);
        else
            ck_assert_double_eq_tol(level[i], expected[i], 1e-3);
}

START_TEST(near_numbers_are_whole) {
    const double factor[] = {0.01, 1.015, 1.985, 1.7, 1.05}, deviation[] = {1e-6, 1e-6, 1e-6, 1e-6, 0.01};
    check(5, factor, deviation, (double[]){0, 1, 2, 1.7, 1});
}
END_TEST

START_TEST(numbers_that_many_share_are_their_mean) {
    const double factor[] = {0.49, 0.5, 0.51, 3.14, 3.15}, deviation[] = {0.01, 0.01, 0.01, 0.005, 0.005};
    check(5, factor, deviation, (double[]){0.5, 0.5, 0.5, 3.145, 3.145});
}
END_TEST

/* What two keys are known to lies near 1.05, and 1/1.05. */
START_TEST(numbers_have_few_digits) {
    const double deviation[] = {1e-6, 1e-6};
    double level[2];
    plumb_levels_find((double[]){1.0499995, 1.0500007}, deviation, 2, level);
    ck_assert_double_eq_tol(level[0], 1.05, 1e-15);
    plumb_levels_find((double[]){1 / 1.0500003, 1 / 1.0499996}, deviation, 2, level);
    ck_assert_double_eq_tol(level[1], 1 / 1.05, 1e-15);
    plumb_levels_find((double[]){1.04523, 1.045232}, deviation, 2, level);
    ck_assert_double_eq_tol(level[0], 1.045231, 1e-9);
}
END_TEST

START_TEST(what_is_not_known_is_nothing) {
    const double factor[] = {0, 1, 0.5}, deviation[] = {0.2, 100, 0.01};
    check(3, factor, deviation, (double[]){NAN, NAN, 0.5});
}
END_TEST

/* Of factors that are known up to a number, the positive one that most share is 1. */
START_TEST(most_keys_weigh_what_they_should) {
    double factor[] = {0.3, 0, 0.301, -5, 0.299, 0.3, 0.6}, deviation[] = {1e-3, 1e-3, 1e-3, 50, 1e-3, 1e-3, 1e-3};
    plumb_levels_unit(factor, deviation, 7);
    ck_assert_double_eq_tol(factor[0], 1, 0.01);
    ck_assert_double_eq_tol(factor[6], 2, 0.02);
    ck_assert_double_eq_tol(factor[1], 0, 1e-12);
    ck_assert_double_eq_tol(deviation[0], 1e-3 / 0.3, 1e-4);
}
END_TEST

/* A key that is counted many times does not make all others small, and is known by what part of it errs. */
START_TEST(one_key_may_weigh_many_times_as_much) {
    double factor[] = {0.837, 0.8371, 47.7, 0.8369}, deviation[] = {1e-3, 1e-3, 0.5, 1e-3};
    plumb_levels_unit(factor, deviation, 4);
    check(4, factor, deviation, (double[]){1, 1, 47.7 / 0.837, 1});
}
END_TEST

START_TEST(nothing_known_stays_as_it_is) {
    double factor[] = {0, 0}, deviation[] = {100, 100};
    plumb_levels_unit(factor, deviation, 2);
    ck_assert_double_eq(factor[0], 0);
    ck_assert_double_eq(deviation[1], 100);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/levels");
    TCase *tests = tcase_create("levels");
    tcase_add_test(tests, near_numbers_are_whole);
    tcase_add_test(tests, numbers_that_many_share_are_their_mean);
    tcase_add_test(tests, numbers_have_few_digits);
    tcase_add_test(tests, what_is_not_known_is_nothing);
    tcase_add_test(tests, one_key_may_weigh_many_times_as_much);
    tcase_add_test(tests, most_keys_weigh_what_they_should);
    tcase_add_test(tests, nothing_known_stays_as_it_is);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
