/* test_allowed.c - a boolean mask intersects what is visible, for every mask of a small row. */
#include "mask/allowed.h"
#include "tests/mask/patterns.h"
#include <limits.h>

START_TEST(every_small_mask) {
    for (size_t keys = 0; keys <= MOST; keys++)
        for (unsigned mask = 0; mask <= all_keys(keys); mask++) {
            unsigned char allowed[MOST + 1];
            show_pattern(mask, keys, allowed);
            CHECK_INTERSECTIONS(mask, keys, plumb_hide_disallowed(allowed, keys, visible),
                                "mask=%u keys=%zu", mask, keys);
            ck_assert_uint_eq(pattern_of(allowed, keys), mask);
        }
}
END_TEST

/* Any byte but 0 allows. */
START_TEST(every_byte) {
    for (unsigned byte = 0; byte <= UCHAR_MAX; byte++) {
        unsigned char allowed = (unsigned char)byte, visible[2] = {1, SENTINEL};
        plumb_hide_disallowed(&allowed, 1, visible);
        ck_assert_uint_eq(pattern_of(visible, 1), byte != 0);
    }
}
END_TEST

/* Padded at the left or at the right, the tokens of one text see each other alike. */
START_TEST(left_and_right_padding) {
    const int tokens = 5, padding = MOST - tokens;
    unsigned char left[MOST + 1], right[MOST + 1];
    show_pattern(all_keys((size_t)tokens) << padding, MOST, left);
    show_pattern(all_keys((size_t)tokens), MOST, right);
    for (int p = 0; p < tokens; p++) {
        unsigned char seen_left[MOST + 1], seen_right[MOST + 1];
        show_pattern(causal_pattern(p + padding, MOST), MOST, seen_left);
        show_pattern(causal_pattern(p, MOST), MOST, seen_right);
        plumb_hide_disallowed(left, MOST, seen_left);
        plumb_hide_disallowed(right, MOST, seen_right);
        ck_assert_uint_eq(pattern_of(seen_left, MOST), pattern_of(seen_right, MOST) << padding);
        ck_assert_uint_eq(pattern_of(seen_right, MOST), all_keys((size_t)p + 1));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mask/allowed");
    TCase *tests = tcase_create("allowed");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, every_small_mask);
    tcase_add_test(tests, every_byte);
    tcase_add_test(tests, left_and_right_padding);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
