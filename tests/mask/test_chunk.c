/* test_chunk.c - chunks against their predicate for every small shape, and their closed forms. */
#include "mask/chunk.h"
#include "tests/mask/patterns.h"

static int floor_divide(int a, int b) {
    return a / b - (a % b < 0);
}

/* spec/mask/chunk.h */
static unsigned chunk(int position, int width, size_t keys) {
    unsigned bits = 0;
    for (int j = 0; j < (int)keys; j++)
        bits |= (floor_divide(j, width) == floor_divide(position, width) ? 1u : 0u) << j;
    return bits;
}

static unsigned seen(unsigned start, int64_t position, int64_t width, size_t keys) {
    unsigned char visible[MOST + 1];
    show_pattern(start, keys, visible);
    plumb_hide_other_chunks(position, width, keys, visible);
    return pattern_of(visible, keys);
}

START_TEST(every_small_shape) {
    for (int position = -MOST - 1; position <= 2 * MOST; position++)
        for (size_t keys = 0; keys <= MOST; keys++)
            for (int width = 1; width <= MOST + 1; width++)
                CHECK_INTERSECTIONS(chunk(position, width, keys), keys,
                                    plumb_hide_other_chunks(position, width, keys, visible),
                                    "position=%d width=%d keys=%zu", position, width, keys);
}
END_TEST

/* Under a causal mask: position within the chunk + 1. */
START_TEST(counts) {
    for (int width = 1; width <= MOST; width++)
        for (int p = 0; p < MOST; p++)
            ck_assert_int_eq(count_keys(seen(causal_pattern(p, MOST), p, width, MOST)),
                             p % width + 1);
}
END_TEST

START_TEST(wide_chunks_are_causal) {
    for (int p = 0; p < MOST; p++)
        ck_assert_uint_eq(seen(causal_pattern(p, MOST), p, MOST, MOST), causal_pattern(p, MOST));
}
END_TEST

START_TEST(chunks_of_one_are_the_query_itself) {
    for (int p = 0; p < MOST; p++)
        ck_assert_uint_eq(seen(all_keys(MOST), p, 1, MOST), 1u << p);
}
END_TEST

START_TEST(far_positions) {
    unsigned all = all_keys(MOST);
    ck_assert_uint_eq(seen(all, INT64_MIN, PLUMB_FARTHEST, MOST), 0);
    ck_assert_uint_eq(seen(all, -1, PLUMB_FARTHEST, MOST), 0);
    ck_assert_uint_eq(seen(all, 0, PLUMB_FARTHEST, MOST), all);
    ck_assert_uint_eq(seen(all, INT64_MAX, PLUMB_FARTHEST, MOST), 0);
    ck_assert_uint_eq(seen(all, PLUMB_FARTHEST - 1, PLUMB_FARTHEST, MOST), all);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mask/chunk");
    TCase *tests = tcase_create("chunk");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, every_small_shape);
    tcase_add_test(tests, counts);
    tcase_add_test(tests, wide_chunks_are_causal);
    tcase_add_test(tests, chunks_of_one_are_the_query_itself);
    tcase_add_test(tests, far_positions);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
