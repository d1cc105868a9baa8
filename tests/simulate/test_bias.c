/* test_bias.c - the mean errors of drawn rows, how well they are known, and how they grow with the number of keys. */
#include "simulate/bias.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdlib.h>

enum { ROWS = 200, NUMBERS = 16, CASES = 60 };

/* Errors of normal numbers that scatter by 1, and are beside that by `mean` too large, and by `along` times the exact
   value, or of rows of n keys by so much over the root of n. */
typedef struct {
    double mean, along, by_root;
} planted;

static plumb_bias_sums draw_rows(random_cases *cases, planted by) {
    plumb_bias_sums sums = {0};
    for (size_t row = 0; row < ROWS; row++) {
        plumb_bias_row one = {.keys = (double)(row + 1)};
        double along = by.along + by.by_root / sqrt(one.keys);
        for (size_t i = 0; i < NUMBERS; i++) {
            double exact = 3 * random_normal(cases), deviation = 0.01 + 0.01 * random_uniform(cases);
            double error = deviation * (random_normal(cases) + by.mean) + along * exact;
            plumb_bias_add_number(&one, error, exact, 0, 0, deviation);
        }
        plumb_bias_add_row(&sums, &one, NUMBERS);
    }
    return sums;
}

static const planted nothing = {0, 0, 0};

START_TEST(errors_that_scatter_have_no_mean) {
    random_cases cases = random_begin("unbiased", CASES);
    int beyond = 0, all = 0;
    while (random_next(&cases)) {
        plumb_bias_sums sums = draw_rows(&cases, nothing);
        plumb_bias found = plumb_bias_of(&sums, 1);
        ck_assert(!plumb_bias_leans(&found) && !plumb_bias_leans_along(&found));
        ck_assert_int_eq(found.growth, PLUMB_GROWTH_UNKNOWN);
        ck_assert(isinf(found.mean_limit) && isinf(found.along_limit));
        beyond += fabs(found.mean) > found.mean_scatter;
        beyond += fabs(found.along) > found.along_scatter;
        all += 2;
    }
    ck_assert(all < 100 || (beyond > all / 20 && beyond < all / 2)); /* of a normal error, a third or somewhat less */
}
END_TEST

START_TEST(a_mean_error_is_found_with_its_sign) {
    random_cases cases = random_begin("mean errors", 20);
    while (random_next(&cases)) {
        plumb_bias_sums sums = draw_rows(&cases, (planted){.mean = -0.4});
        plumb_bias found = plumb_bias_of(&sums, 1);
        ck_assert(plumb_bias_leans(&found) && !plumb_bias_leans_along(&found));
        ck_assert_double_eq_tol(found.mean, -0.4, 5 * found.mean_scatter);
    }
}
END_TEST

START_TEST(a_part_of_the_exact_values_is_found_and_grows_as_the_keys) {
    random_cases cases = random_begin("parts of values", 20);
    while (random_next(&cases)) {
        plumb_bias_sums sums = draw_rows(&cases, (planted){.along = 0.002});
        plumb_bias found = plumb_bias_of(&sums, 1);
        ck_assert(plumb_bias_leans_along(&found) && !plumb_bias_leans(&found));
        ck_assert_double_eq_tol(found.along, 0.002, 5 * found.along_scatter);
        ck_assert_str_eq(plumb_growth_name(found.growth), "keys");
    }
}
END_TEST

START_TEST(one_that_falls_as_the_root_of_the_keys_grows_as_their_root) {
    random_cases cases = random_begin("falling parts", 20);
    while (random_next(&cases)) {
        plumb_bias_sums sums = draw_rows(&cases, (planted){.by_root = 0.02});
        plumb_bias found = plumb_bias_of(&sums, 1);
        ck_assert_str_eq(plumb_growth_name(found.growth), "root");
    }
}
END_TEST

START_TEST(rows_of_one_length_do_not_say_how_a_bias_grows) {
    plumb_bias_sums sums = {0};
    for (size_t row = 0; row < ROWS; row++) {
        plumb_bias_row one = {.keys = 64};
        plumb_bias_add_number(&one, 0.01, 1, 0, 0, 0.01);
        plumb_bias_add_row(&sums, &one, 1);
    }
    plumb_bias found = plumb_bias_of(&sums, 1);
    ck_assert(plumb_bias_leans_along(&found));
    ck_assert_ptr_null(plumb_growth_name(found.growth));
}
END_TEST

/* Rows of one key and of a million, all off by the same part. */
START_TEST(what_is_no_more_than_scatter_does_not_grow) {
    plumb_bias_sums sums = {0};
    for (size_t row = 0; row < ROWS; row++) {
        plumb_bias_row one = {.keys = row % 2 == 0 ? 1 : 1e6};
        plumb_bias_add_number(&one, 0.01, 1, 0, 0, 0.01);
        plumb_bias_add_row(&sums, &one, 1);
    }
    plumb_bias found = plumb_bias_of(&sums, 1);
    double times = found.along / found.along_scatter;
    ck_assert_str_eq(plumb_growth_name(found.growth), "keys");
    found = plumb_bias_of(&sums, times / 4.8);
    ck_assert(!plumb_bias_leans_along(&found));
    ck_assert_int_eq(found.growth, PLUMB_GROWTH_UNKNOWN);
    found = plumb_bias_of(&sums, times / 5.2);
    ck_assert_str_eq(plumb_growth_name(found.growth), "keys");
}
END_TEST

START_TEST(sums_of_heads_are_those_of_their_rows) {
    random_cases cases = random_begin("sums", 1);
    while (random_next(&cases)) {
        plumb_bias_sums both = {0}, one = draw_rows(&cases, (planted){.mean = 1}), other = draw_rows(&cases, nothing);
        plumb_bias_add(&both, &one);
        plumb_bias_add(&both, &other);
        double of_one = plumb_bias_of(&one, 1).mean, of_other = plumb_bias_of(&other, 1).mean;
        ck_assert_double_eq_tol(plumb_bias_of(&both, 1).mean, (of_one + of_other) / 2, 1e-12);
        ck_assert_double_eq_tol(both.size, one.size + other.size, 1e-9);
        plumb_bias_add_row(&both, &(plumb_bias_row){.shared = 2}, 0);
        plumb_bias_sums copy = both;
        plumb_bias_add(&both, &copy);
        ck_assert_double_eq(both.shared, 4);
        ck_assert_double_eq_tol(both.root_tilt, 2 * (one.root_tilt + other.root_tilt), 1e-6);
    }
}
END_TEST

START_TEST(what_is_no_number_does_not_count) {
    plumb_bias_row row = {0};
    plumb_bias_add_number(&row, NAN, 1, 0, 0, 1);
    plumb_bias_add_number(&row, 1, INFINITY, 0, 0, 1);
    plumb_bias_add_number(&row, 1, 1, 0, 0, 0);
    plumb_bias_add_number(&row, 1, 1, NAN, 0, 1);
    ck_assert_double_eq(row.sum, 0);
    ck_assert_double_eq(row.tilt, 0);
    plumb_bias_sums sums = {0};
    plumb_bias_add_row(&sums, &row, 0);
    plumb_bias found = plumb_bias_of(&sums, 1);
    ck_assert(isinf(found.mean_scatter) && isinf(found.along_scatter));
    ck_assert_int_eq(found.growth, PLUMB_GROWTH_UNKNOWN);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/bias");
    TCase *cases = tcase_create("bias");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_test(cases, errors_that_scatter_have_no_mean);
    tcase_add_test(cases, a_mean_error_is_found_with_its_sign);
    tcase_add_test(cases, a_part_of_the_exact_values_is_found_and_grows_as_the_keys);
    tcase_add_test(cases, one_that_falls_as_the_root_of_the_keys_grows_as_their_root);
    tcase_add_test(cases, rows_of_one_length_do_not_say_how_a_bias_grows);
    tcase_add_test(cases, what_is_no_more_than_scatter_does_not_grow);
    tcase_add_test(cases, sums_of_heads_are_those_of_their_rows);
    tcase_add_test(cases, what_is_no_number_does_not_count);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
