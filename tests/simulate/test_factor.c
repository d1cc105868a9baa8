/* test_factor.c - the factor that all scores seem to be multiplied by, and the error that is ascribed to it. */
#include "simulate/factor.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

enum { ROWS = 64, CASES = 400 };

/* Rows whose own factors scatter by `spread` around one. */
static plumb_factor_sums draw_rows(random_cases *cases, double factor, double spread) {
    plumb_factor_sums sums = {0};
    for (int row = 0; row < ROWS; row++) {
        double tilt = 1 + 9 * random_uniform(cases);
        plumb_factor_add_row(&sums, tilt * (factor + spread * random_normal(cases)), tilt);
    }
    return sums;
}

START_TEST(a_factor_is_within_its_error) {
    random_cases cases = random_begin("factors", CASES);
    int beyond = 0, all = 0;
    while (random_next(&cases)) {
        plumb_factor_sums sums = draw_rows(&cases, 0.02, 0.5);
        plumb_factor found = plumb_factor_of(&sums, 1e-3);
        double off = fabs(found.factor - 0.02) / found.error;
        ck_assert_double_lt(off, 5);
        beyond += off > 1;
        all++;
    }
    ck_assert(all < 100 || (beyond > all / 20 && beyond < all / 2)); /* of a normal error, a third or somewhat less */
}
END_TEST

START_TEST(rows_that_agree_are_known_as_well_as_the_level_says) {
    plumb_factor_sums sums = {0};
    for (int row = 0; row < ROWS; row++)
        plumb_factor_add_row(&sums, 0.04, 4);
    plumb_factor found = plumb_factor_of(&sums, 2);
    ck_assert_double_eq_tol(found.factor, 0.01, 1e-15);
    ck_assert_double_eq_tol(found.error, 2 / sqrt(4.0 * ROWS) * (1 + 8.0 / ROWS), 1e-12);
}
END_TEST

START_TEST(without_a_tilt_nothing_is_known) {
    plumb_factor_sums sums = {0};
    plumb_factor_add_row(&sums, 0, 0);
    ck_assert(isinf(plumb_factor_of(&sums, 1).error));
    plumb_factor_add_row(&sums, NAN, 1);
    ck_assert(isinf(plumb_factor_of(&sums, 1).error));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/factor");
    TCase *cases = tcase_create("factor");
    tcase_add_test(cases, a_factor_is_within_its_error);
    tcase_add_test(cases, rows_that_agree_are_known_as_well_as_the_level_says);
    tcase_add_test(cases, without_a_tilt_nothing_is_known);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
