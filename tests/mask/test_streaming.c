/* test_streaming.c - first and recent keys against their predicate for every small shape, and against a cache that evicts. */
#include "mask/sliding_window.h"
#include "mask/streaming.h"
#include "tests/mask/patterns.h"

/* spec/mask/streaming.h */
static unsigned streamed(int position, int first, int recent, size_t keys) {
    unsigned bits = 0;
    for (int j = 0; j < (int)keys; j++)
        bits |= (j < first || (position - recent < j && j <= position) ? 1u : 0u) << j;
    return bits;
}

static unsigned seen(unsigned start, int64_t position, size_t first, int64_t recent, size_t keys) {
    unsigned char visible[MOST + 1];
    show_pattern(start, keys, visible);
    plumb_hide_evicted(position, first, recent, keys, visible);
    return pattern_of(visible, keys);
}

START_TEST(every_small_shape) {
    for (int position = -MOST - 1; position <= 2 * MOST; position++)
        for (size_t keys = 0; keys <= MOST; keys++)
            for (int first = 0; first <= MOST + 1; first++)
                for (int recent = 0; recent <= MOST + 1; recent++)
                    CHECK_INTERSECTIONS(
                        streamed(position, first, recent, keys), keys,
                        plumb_hide_evicted(position, (size_t)first, recent, keys, visible),
                        "position=%d first=%d recent=%d keys=%zu", position, first, recent, keys);
}
END_TEST

/* A cache of first + recent entries that drops the oldest entry after the first ones when it is full. */
START_TEST(is_what_the_cache_keeps) {
    for (int first = 0; first <= MOST; first++)
        for (int recent = 1; recent <= MOST; recent++) {
            int cache[MOST + 1], entries = 0;
            for (int p = 0; p < MOST; p++) {
                unsigned kept = 0;
                cache[entries++] = p;
                if (entries > first + recent) {
                    for (int i = first; i + 1 < entries; i++)
                        cache[i] = cache[i + 1];
                    entries--;
                }
                for (int i = 0; i < entries; i++)
                    kept |= 1u << cache[i];
                ck_assert_uint_eq(seen(causal_pattern(p, MOST), p, (size_t)first, recent, MOST),
                                  kept);
                ck_assert_int_eq(count_keys(kept), smaller(p + 1, first + recent));
            }
        }
}
END_TEST

START_TEST(without_first_keys_it_is_a_window) {
    for (int p = 0; p < MOST; p++)
        for (int recent = 1; recent <= MOST; recent++) {
            unsigned char visible[MOST + 1];
            show_pattern(all_keys(MOST), MOST, visible);
            plumb_hide_outside_window(p, recent - 1, 0, MOST, visible);
            ck_assert_uint_eq(seen(all_keys(MOST), p, 0, recent, MOST), pattern_of(visible, MOST));
        }
}
END_TEST

START_TEST(far_positions) {
    const int64_t far = PLUMB_FARTHEST;
    unsigned all = all_keys(MOST);
    ck_assert_uint_eq(seen(all, -far, 0, far, MOST), 0);
    ck_assert_uint_eq(seen(all, -far, SIZE_MAX, far, MOST), all);
    ck_assert_uint_eq(seen(all, far, 2, far, MOST), all);
    ck_assert_uint_eq(seen(all, far, 2, 1, MOST), 3);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mask/streaming");
    TCase *tests = tcase_create("streaming");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, every_small_shape);
    tcase_add_test(tests, is_what_the_cache_keeps);
    tcase_add_test(tests, without_first_keys_it_is_a_window);
    tcase_add_test(tests, far_positions);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
