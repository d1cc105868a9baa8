/* test_sliding_window.c - the window against its predicate for every small shape, its closed forms, and what engines call W. */
#include "mask/causal.h"
#include "mask/sliding_window.h"
#include "tests/mask/patterns.h"
#include <stdlib.h>

/* spec/mask/sliding_window.h */
static bool inside(int position, int left, int right, int j) {
    return (left == -1 || position - left <= j) && (right == -1 || j <= position + right);
}

static unsigned window(int position, int left, int right, size_t keys) {
    unsigned bits = 0;
    for (int j = 0; j < (int)keys; j++)
        bits |= (inside(position, left, right, j) ? 1u : 0u) << j;
    return bits;
}

/* What the kernel leaves of a row that shows everything. */
static unsigned seen(int position, int left, int right, size_t keys) {
    unsigned char visible[MOST + 1];
    show_pattern(all_keys(keys), keys, visible);
    plumb_hide_outside_window(position, left, right, keys, visible);
    return pattern_of(visible, keys);
}

START_TEST(every_small_shape) {
    for (int position = -MOST - 1; position <= 2 * MOST; position++)
        for (size_t keys = 0; keys <= MOST; keys++)
            for (int left = -1; left <= MOST + 1; left++)
                for (int right = -1; right <= MOST + 1; right++)
                    CHECK_INTERSECTIONS(
                        window(position, left, right, keys), keys,
                        plumb_hide_outside_window(position, left, right, keys, visible),
                        "position=%d left=%d right=%d keys=%zu", position, left, right, keys);
}
END_TEST

/* W keys with the query's own, under a causal mask: min(p + 1, W). */
START_TEST(causal_windows_count) {
    for (int w = 1; w <= MOST + 1; w++)
        for (int p = 0; p < MOST; p++)
            ck_assert_int_eq(count_keys(seen(p, w - 1, 0, MOST)), smaller(p + 1, w));
}
END_TEST

/* Both sides: 2 W + 1, cut at the ends of the row. */
START_TEST(two_sided_windows_count) {
    for (int w = 0; w <= MOST; w++)
        for (int p = 0; p < MOST; p++)
            ck_assert_int_eq(count_keys(seen(p, w, w, MOST)),
                             smaller(p, w) + 1 + smaller(MOST - 1 - p, w));
}
END_TEST

START_TEST(window_of_one_is_the_query_itself) {
    for (int p = 0; p < MOST; p++)
        ck_assert_uint_eq(seen(p, 0, 0, MOST), 1u << p);
}
END_TEST

START_TEST(wide_windows_are_causal) {
    for (size_t keys = 1; keys <= MOST; keys++)
        for (int p = 0; p < (int)keys; p++)
            for (int w = (int)keys; w <= MOST + 1; w++) {
                ck_assert_uint_eq(seen(p, w - 1, 0, keys), causal_pattern(p, keys));
                ck_assert_uint_eq(seen(p, -1, 0, keys), causal_pattern(p, keys));
                ck_assert_uint_eq(seen(p, -1, -1, keys), all_keys(keys));
            }
}
END_TEST

/* After a causal mask the right side no longer matters. */
START_TEST(causal_masks_set_right_to_zero) {
    for (size_t t = 0; t < MOST; t++)
        for (int offset = -MOST; offset <= MOST; offset++)
            for (int left = -1; left <= MOST; left++)
                for (int right = -1; right <= MOST; right++) {
                    unsigned char visible[MOST + 1];
                    visible[MOST] = SENTINEL;
                    plumb_causal_visible(1, t, offset, MOST, visible);
                    plumb_hide_outside_window((int)t + offset, left, right, MOST, visible);
                    ck_assert_uint_eq(pattern_of(visible, MOST),
                                      window((int)t + offset, left, 0, MOST));
                }
}
END_TEST

/* spec/masks.md: what an engine shows for a number W, and the window that says the same. */
START_TEST(engines_call_it_w) {
    for (int p = 0; p < MOST; p++)
        for (int w = 1; w <= MOST; w++) {
            unsigned transformers = 0, gpt_oss = 0, llama = 0, symmetric = 0;
            for (int j = 0; j < MOST; j++) {
                transformers |= (j > p - w && j <= p ? 1u : 0u) << j;
                gpt_oss |= (j < p - w + 1 || j > p ? 0u : 1u) << j;
                llama |= (p - j >= w || j > p ? 0u : 1u) << j;
                symmetric |= (abs(p - j) > w / 2 ? 0u : 1u) << j;
            }
            ck_assert_uint_eq(seen(p, w - 1, 0, MOST), transformers);
            ck_assert_uint_eq(seen(p, w - 1, 0, MOST), gpt_oss);
            ck_assert_uint_eq(seen(p, w - 1, 0, MOST), llama);
            ck_assert_uint_eq(seen(p, w / 2, w / 2, MOST), symmetric);
        }
}
END_TEST

START_TEST(far_windows) {
    const int64_t far = PLUMB_FARTHEST;
    unsigned char visible[MOST + 1];
    show_pattern(all_keys(MOST), MOST, visible);
    plumb_hide_outside_window(-far, far, far, MOST, visible);
    ck_assert_uint_eq(pattern_of(visible, MOST), 1);
    show_pattern(all_keys(MOST), MOST, visible);
    plumb_hide_outside_window(far, far, far, MOST, visible);
    ck_assert_uint_eq(pattern_of(visible, MOST), all_keys(MOST));
    plumb_hide_outside_window(far, 0, 0, MOST, visible);
    ck_assert_uint_eq(pattern_of(visible, MOST), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mask/sliding_window");
    TCase *tests = tcase_create("sliding_window");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, every_small_shape);
    tcase_add_test(tests, causal_windows_count);
    tcase_add_test(tests, two_sided_windows_count);
    tcase_add_test(tests, window_of_one_is_the_query_itself);
    tcase_add_test(tests, wide_windows_are_causal);
    tcase_add_test(tests, causal_masks_set_right_to_zero);
    tcase_add_test(tests, engines_call_it_w);
    tcase_add_test(tests, far_windows);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
