/* test_predict.c - how far numbers are from a prediction, over all columns that fail anywhere. */
#include "infer/predict.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

enum { WIDTH = 4 };

static plumb_misfit misfit_of(const double *engine, const double *predicted, const double *tolerance,
                              const unsigned char *column) {
    double numbers[3][WIDTH];
    unsigned char columns[WIDTH];
    memcpy(numbers[0], engine, sizeof numbers[0]);
    memcpy(numbers[1], predicted, sizeof numbers[1]);
    memcpy(numbers[2], tolerance, sizeof numbers[2]);
    memcpy(columns, column, sizeof columns);
    plumb_inquiry inquiry = {.width = WIDTH, .column = columns};
    plumb_evidence at = {.engine = numbers[0]};
    plumb_prediction prediction = {.output = numbers[1], .tolerance = numbers[2]};
    return plumb_misfit_of(&inquiry, &at, &prediction);
}

static const unsigned char all[WIDTH] = {1, 1, 1, 1};
static const double tolerance[WIDTH] = {1, 2, 4, 0.5}, predicted[WIDTH] = {1, 2, 3, 4};

/* Errors of 3, -2, 4 and 0.5: three times the tolerance, once, once and once. */
START_TEST(columns_count_alike) {
    const double engine[WIDTH] = {4, 0, 7, 4.5};
    plumb_misfit misfit = misfit_of(engine, predicted, tolerance, all);
    ck_assert_double_eq_tol(misfit.mean, sqrt((9 + 1 + 1 + 1) / 4.0), 1e-12);
    ck_assert_double_eq_tol(misfit.most, 3, 1e-12);
    ck_assert_double_eq_tol(misfit.error, sqrt((9 + 4 + 16 + 0.25) / 4.0), 1e-12);
    ck_assert_double_eq_tol(misfit.tolerance, sqrt((1 + 4 + 16 + 0.25) / 4.0), 1e-12);
}
END_TEST

START_TEST(columns_that_never_fail_do_not_count) {
    const double engine[WIDTH] = {100, 0, 7, 100};
    plumb_misfit misfit = misfit_of(engine, predicted, tolerance, (const unsigned char *)"\0\1\1\0");
    ck_assert_double_eq_tol(misfit.mean, 1, 1e-12);
    ck_assert_double_eq_tol(misfit.most, 1, 1e-12);
    ck_assert_double_eq_tol(misfit.error, sqrt((4 + 16) / 2.0), 1e-12);
    misfit = misfit_of(engine, predicted, tolerance, (const unsigned char *)"\0\0\0\0");
    ck_assert_double_eq(misfit.mean, 0);
    ck_assert_double_eq(misfit.most, 0);
}
END_TEST

START_TEST(only_a_predicted_nan_fits) {
    const double engine[WIDTH] = {1, NAN, 3, 4.5}, with_nan[WIDTH] = {1, NAN, 3, 4};
    plumb_misfit fits = misfit_of(engine, with_nan, tolerance, all);
    ck_assert_double_eq_tol(fits.mean, 0.5, 1e-12);
    ck_assert_double_eq_tol(fits.error, 0.25, 1e-12);
    plumb_misfit other = misfit_of(engine, predicted, tolerance, all);
    ck_assert(isinf(other.mean) && isinf(other.most) && isinf(other.error));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/predict");
    TCase *tests = tcase_create("predict");
    tcase_add_test(tests, columns_count_alike);
    tcase_add_test(tests, columns_that_never_fail_do_not_count);
    tcase_add_test(tests, only_a_predicted_nan_fits);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
