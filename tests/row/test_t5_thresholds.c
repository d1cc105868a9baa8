/* test_t5_thresholds.c - each threshold is the least distance of its bucket, by the integers of
   spec/positions.md; the table of the released T5. */
#include "row/t5_thresholds.h"
#include "tests/support/suite.h"
#include <flint/flint.h>
#include <flint/fmpz.h>
#include <stdbool.h>

#define MOST 80

/* n^logarithmic linear^i >= max_distance^i linear^logarithmic */
static bool reaches(uint64_t n, size_t linear, size_t logarithmic, size_t max_distance, size_t i) {
    fmpz_t left, right, factor;
    fmpz_init_set_ui(left, n);
    fmpz_init_set_ui(right, max_distance);
    fmpz_init_set_ui(factor, linear);
    fmpz_pow_ui(left, left, logarithmic);
    fmpz_pow_ui(right, right, i);
    fmpz_pow_ui(factor, factor, i);
    fmpz_mul(left, left, factor);
    fmpz_set_ui(factor, linear);
    fmpz_pow_ui(factor, factor, logarithmic);
    fmpz_mul(right, right, factor);
    bool result = fmpz_cmp(left, right) >= 0;
    fmpz_clear(left);
    fmpz_clear(right);
    fmpz_clear(factor);
    return result;
}

static void check(size_t linear, size_t logarithmic, size_t max_distance) {
    uint64_t threshold[MOST];
    ck_assert_int_eq(plumb_t5_thresholds(linear, logarithmic, max_distance, threshold), 0);
    for (size_t i = 1; i < logarithmic; i++) {
        uint64_t least = threshold[i - 1];
        ck_assert_msg(reaches(least, linear, logarithmic, max_distance, i) &&
                          !reaches(least - 1, linear, logarithmic, max_distance, i),
                      "bucket %zu + %zu of %zu up to %zu: %zu", linear, i, logarithmic,
                      max_distance, (size_t)least);
    }
}

START_TEST(least_distances) {
    for (size_t buckets = 2; buckets <= 2 * MOST; buckets++)
        for (size_t max_distance = buckets / 2 + 1; max_distance <= 1000; max_distance += 37)
            check(buckets / 2, buckets - buckets / 2 < MOST ? buckets - buckets / 2 : MOST,
                  max_distance);
    check(16, 16, 128);
    check(8, 8, SIZE_MAX);
}
END_TEST

/* causal and both of 32 buckets up to 128.  In the second 16^{i/8} is 2, 4, 8 at i = 2, 4, 6: there a
   rounded logarithm can fall short. */
START_TEST(released_tables) {
    static const uint64_t causal[] = {19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113};
    static const uint64_t both[] = {12, 16, 23, 32, 46, 64, 91};
    uint64_t threshold[16];
    ck_assert_int_eq(plumb_t5_thresholds(16, 16, 128, threshold), 0);
    ck_assert_mem_eq(threshold, causal, sizeof causal);
    ck_assert_int_eq(plumb_t5_thresholds(8, 8, 128, threshold), 0);
    ck_assert_mem_eq(threshold, both, sizeof both);
}
END_TEST

START_TEST(nothing_to_bucket) {
    uint64_t threshold[4];
    ck_assert_int_eq(plumb_t5_thresholds(0, 4, 128, threshold), -1);
    ck_assert_int_eq(plumb_t5_thresholds(4, 0, 128, threshold), -1);
    ck_assert_int_eq(plumb_t5_thresholds(4, 4, 4, threshold), -1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("row/t5_thresholds");
    TCase *tests = tcase_create("t5_thresholds");
    tcase_add_test(tests, least_distances);
    tcase_add_test(tests, released_tables);
    tcase_add_test(tests, nothing_to_bucket);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
