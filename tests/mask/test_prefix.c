/* test_prefix.c - prefix-LM against its predicate for every small shape, and its closed forms. */
#include "mask/first_keys.h"
#include "mask/prefix.h"
#include "tests/mask/patterns.h"

/* spec/mask/prefix.h */
static unsigned prefixed(int position, int prefix, size_t keys) {
    unsigned bits = 0;
    for (int j = 0; j < (int)keys; j++)
        bits |= (j <= position || j < prefix ? 1u : 0u) << j;
    return bits;
}

static unsigned seen(int64_t position, size_t prefix, size_t keys) {
    unsigned char visible[MOST + 1];
    show_pattern(all_keys(keys), keys, visible);
    plumb_hide_outside_prefix(position, prefix, keys, visible);
    return pattern_of(visible, keys);
}

START_TEST(every_small_shape) {
    for (int position = -MOST - 1; position <= 2 * MOST; position++)
        for (size_t keys = 0; keys <= MOST; keys++)
            for (int prefix = 0; prefix <= MOST + 1; prefix++)
                CHECK_INTERSECTIONS(
                    prefixed(position, prefix, keys), keys,
                    plumb_hide_outside_prefix(position, (size_t)prefix, keys, visible),
                    "position=%d prefix=%d keys=%zu", position, prefix, keys);
}
END_TEST

START_TEST(counts) {
    for (int p = 0; p < MOST; p++)
        for (int prefix = 0; prefix <= MOST; prefix++)
            ck_assert_int_eq(count_keys(seen(p, (size_t)prefix, MOST)), larger(p + 1, prefix));
}
END_TEST

START_TEST(long_prefixes_are_bidirectional) {
    for (size_t keys = 0; keys <= MOST; keys++)
        for (int position = -MOST; position <= MOST; position++)
            for (size_t prefix = keys; prefix <= MOST + 1; prefix++)
                ck_assert_uint_eq(seen(position, prefix, keys), all_keys(keys));
}
END_TEST

START_TEST(no_prefix_is_causal) {
    for (size_t keys = 0; keys <= MOST; keys++)
        for (int position = -MOST; position <= 2 * MOST; position++)
            ck_assert_uint_eq(seen(position, 0, keys), causal_pattern(position, keys));
}
END_TEST

/* A causal mask whose first keys are shown afterwards is the same mask. */
START_TEST(prefixes_are_first_keys) {
    for (int position = -MOST; position <= 2 * MOST; position++)
        for (size_t prefix = 0; prefix <= MOST + 1; prefix++) {
            unsigned char visible[MOST + 1];
            show_pattern(causal_pattern(position, MOST), MOST, visible);
            plumb_show_first_keys(prefix, MOST, visible);
            ck_assert_uint_eq(seen(position, prefix, MOST), pattern_of(visible, MOST));
        }
}
END_TEST

START_TEST(far_positions) {
    ck_assert_uint_eq(seen(INT64_MIN, 0, MOST), 0);
    ck_assert_uint_eq(seen(INT64_MIN, SIZE_MAX, MOST), all_keys(MOST));
    ck_assert_uint_eq(seen(INT64_MAX, 0, MOST), all_keys(MOST));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mask/prefix");
    TCase *tests = tcase_create("prefix");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, every_small_shape);
    tcase_add_test(tests, counts);
    tcase_add_test(tests, long_prefixes_are_bidirectional);
    tcase_add_test(tests, no_prefix_is_causal);
    tcase_add_test(tests, prefixes_are_first_keys);
    tcase_add_test(tests, far_positions);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
