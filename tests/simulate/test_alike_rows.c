/* test_alike_rows.c - how much of their errors nearly equal rows share. */
#include "simulate/alike_rows.h"
#include "tests/support/suite.h"
#include <math.h>

enum { ROWS = 32, COLUMNS = 2 };

/* Outputs that are spread evenly over so many units of 4.7 deviations; the second column says nothing. */
static double part_of(double units, size_t rows) {
    plumb_alike_rows alike;
    ck_assert(plumb_alike_rows_init(&alike, COLUMNS));
    for (size_t r = 0; r < rows; r++) {
        double exact[COLUMNS] = {1 + 4.7 * units * ((double)r / (double)ROWS), NAN};
        plumb_alike_rows_add(&alike, exact, (const double[COLUMNS]){1, 1});
    }
    double part = plumb_alike_rows_part(&alike);
    plumb_alike_rows_free(&alike);
    return part;
}

START_TEST(equal_rows_share_their_errors) {
    ck_assert_double_eq_tol(part_of(0, ROWS), 1 - 1.0 / ROWS, 1e-12);
    ck_assert_double_eq(part_of(0, 1), 0);
    ck_assert_double_eq(part_of(0, 0), 0);
}
END_TEST

/* An even spread over x has the standard deviation x / sqrt(12). */
START_TEST(others_share_less) {
    ck_assert_double_eq_tol(part_of(1, ROWS), 1 - 1.0 / ROWS, 1e-12);
    ck_assert_double_eq_tol(part_of(100, ROWS), (1 - 1.0 / ROWS) * sqrt(12) / 100, 1e-4);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("alike_rows");
    TCase *tests = tcase_create("rows");
    tcase_add_test(tests, equal_rows_share_their_errors);
    tcase_add_test(tests, others_share_less);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
