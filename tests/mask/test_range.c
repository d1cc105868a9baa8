/* test_range.c - keys up to a position, and hidden ranges, for every small row and at the ends of the integers. */
#include "mask/range.h"
#include "tests/mask/patterns.h"

START_TEST(counts_up_to_every_position) {
    for (int last = -MOST; last <= 2 * MOST; last++)
        for (size_t keys = 0; keys <= MOST; keys++)
            ck_assert_int_eq((int)plumb_keys_up_to(last, keys),
                             count_keys(causal_pattern(last, keys)));
}
END_TEST

START_TEST(counts_up_to_far_positions) {
    ck_assert_uint_eq(plumb_keys_up_to(INT64_MIN, SIZE_MAX), 0);
    ck_assert_uint_eq(plumb_keys_up_to(-1, SIZE_MAX), 0);
    ck_assert_uint_eq(plumb_keys_up_to(INT64_MAX, 5), 5);
    ck_assert_uint_eq(plumb_keys_up_to(INT64_MAX, SIZE_MAX), (size_t)INT64_MAX + 1);
}
END_TEST

START_TEST(hides_every_range) {
    for (size_t keys = 0; keys <= MOST; keys++)
        for (size_t from = 0; from <= keys + 1; from++)
            for (size_t to = 0; to <= keys + 1; to++) {
                unsigned kept = 0;
                for (size_t j = 0; j < keys; j++)
                    kept |= (from <= j && j < to ? 0u : 1u) << j;
                CHECK_INTERSECTIONS(kept, keys, plumb_hide_keys(from, to, keys, visible),
                                    "from=%zu to=%zu keys=%zu", from, to, keys);
            }
}
END_TEST

START_TEST(hides_nothing_from_beyond) {
    unsigned char visible[3] = {1, 1, SENTINEL};
    plumb_hide_keys(SIZE_MAX - 1, SIZE_MAX, 2, visible);
    ck_assert_uint_eq(pattern_of(visible, 2), all_keys(2));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mask/range");
    TCase *tests = tcase_create("range");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, counts_up_to_every_position);
    tcase_add_test(tests, counts_up_to_far_positions);
    tcase_add_test(tests, hides_every_range);
    tcase_add_test(tests, hides_nothing_from_beyond);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
