/* test_stored_weights.c - the common factor of stored weights: almost none for many different weights, up to a rounding
   for equal ones, and the mean loss for truncated ones. */
#include "simulate/stored_weights.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

enum { KEYS = 64, ROWS = 32 };

static plumb_rounding rounding_of(const char *name) {
    plumb_rounding rounding;
    ck_assert(plumb_rounding_find(name, &rounding));
    return rounding;
}

static void draw_row(random_cases *cases, plumb_ball weight[KEYS]) {
    double sum = 0;
    for (size_t j = 0; j < KEYS; j++)
        sum += (weight[j] = (plumb_ball){exp(2 * random_normal(cases)), 0}).mid;
    for (size_t j = 0; j < KEYS; j++)
        weight[j].mid /= sum;
}

static double factor_of_drawn(random_cases *cases, const char *rounding) {
    plumb_stored_weights sums = {0};
    plumb_ball weight[KEYS];
    for (int row = 0; row < ROWS; row++) {
        draw_row(cases, weight);
        plumb_stored_weights_add_row(&sums, weight, KEYS, rounding_of(rounding));
    }
    return plumb_stored_weights_factor(&sums);
}

START_TEST(different_weights_lean_to_no_side) {
    random_cases cases = random_begin("stored weights", 20);
    while (random_next(&cases)) {
        double factor = factor_of_drawn(&cases, "bf16");
        ck_assert_double_lt(factor, 0x1p-8 / 8);
        ck_assert_double_gt(factor, 0);
    }
}
END_TEST

START_TEST(weights_that_are_cut_lose_a_part_of_a_unit) {
    random_cases cases = random_begin("cut weights", 20);
    while (random_next(&cases)) {
        double factor = factor_of_drawn(&cases, "bf16-cut");
        ck_assert_double_lt(factor, 0x1p-7 / 2);
        ck_assert_double_gt(factor, 0x1p-7 / 4);
    }
}
END_TEST

START_TEST(equal_weights_are_all_rounded_to_one_side) {
    plumb_stored_weights sums = {0};
    plumb_ball weight[7];
    for (size_t j = 0; j < 7; j++)
        weight[j] = (plumb_ball){1.0 / 7, 0};
    for (int row = 0; row < ROWS; row++)
        plumb_stored_weights_add_row(&sums, weight, 7, rounding_of("bf16"));
    ck_assert_double_gt(plumb_stored_weights_factor(&sums), 0x1p-8 / 2);
    ck_assert_double_le(plumb_stored_weights_factor(&sums), 0x1p-8);
}
END_TEST

START_TEST(weights_near_the_largest_are_all_rounded_up_to_it) {
    plumb_stored_weights sums = {0};
    plumb_ball weight[8];
    for (size_t j = 0; j < 8; j++)
        weight[j] = (plumb_ball){0.1 * (j == 0 ? 1 : 1 - 0x1.8p-10), 0};
    plumb_stored_weights_add_row(&sums, weight, 8, rounding_of("bf16"));
    ck_assert_double_eq_tol(sums.factor[PLUMB_STORED_SHIFTS], 7 * 0x1.8p-13, 0x1p-18);
}
END_TEST

START_TEST(weights_that_are_not_rounded_change_nothing) {
    random_cases cases = random_begin("unrounded weights", 4);
    while (random_next(&cases)) {
        ck_assert_double_eq(factor_of_drawn(&cases, "none"), 0);
        ck_assert_double_eq(factor_of_drawn(&cases, "f64"), 0);
    }
}
END_TEST

START_TEST(rows_are_added) {
    plumb_stored_weights one = {0}, other = {0}, both = {0}, none = {0};
    plumb_ball seventh = {1.0 / 7, 0}, third = {1.0 / 3, 0};
    plumb_stored_weights_add_row(&one, &seventh, 1, rounding_of("bf16"));
    plumb_stored_weights_add_row(&other, &third, 1, rounding_of("bf16"));
    plumb_stored_weights_add_row(&both, &seventh, 1, rounding_of("bf16"));
    plumb_stored_weights_add(&both, &other);
    ck_assert_double_eq(both.rows, 2);
    for (int i = 0; i < PLUMB_STORED_WAYS; i++)
        ck_assert_double_eq(both.factor[i], one.factor[i] + other.factor[i]);
    ck_assert_double_eq(plumb_stored_weights_factor(&none), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/stored weights");
    TCase *cases = tcase_create("stored weights");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_test(cases, different_weights_lean_to_no_side);
    tcase_add_test(cases, weights_that_are_cut_lose_a_part_of_a_unit);
    tcase_add_test(cases, equal_weights_are_all_rounded_to_one_side);
    tcase_add_test(cases, weights_near_the_largest_are_all_rounded_up_to_it);
    tcase_add_test(cases, weights_that_are_not_rounded_change_nothing);
    tcase_add_test(cases, rows_are_added);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
