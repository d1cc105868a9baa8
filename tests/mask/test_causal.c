/* test_causal.c - which keys a query sees, against the predicate, for every small shape. */
#include "mask/causal.h"
#include "tests/support/suite.h"
#include <stdbool.h>
#include <string.h>

#define MOST 8
#define LARGEST_OFFSET INT64_C(0x4000000000000000)

/* spec/mask/causal.h: causal == 0 || j <= t + offset */
static bool sees(int causal, int t, int offset, int j) {
    return causal == 0 || j <= t + offset;
}

static void check(int causal, int t, int offset, int keys) {
    unsigned char visible[MOST + 1];
    size_t count = 0;
    memset(visible, 77, sizeof visible);
    plumb_causal_visible(causal, (size_t)t, offset, (size_t)keys, visible);
    for (int j = 0; j < keys; j++) {
        ck_assert_msg((visible[j] != 0) == sees(causal, t, offset, j),
                      "causal=%d t=%d offset=%d keys=%d j=%d", causal, t, offset, keys, j);
        count += sees(causal, t, offset, j);
    }
    ck_assert_msg(visible[keys] == 77, "writes beyond %d keys", keys);
    ck_assert_uint_eq(plumb_causal_count(causal, (size_t)t, offset, (size_t)keys), count);
}

START_TEST(every_small_shape) {
    for (int t = 0; t <= MOST; t++)
        for (int offset = -MOST - 1; offset <= MOST + 1; offset++)
            for (int keys = 0; keys <= MOST; keys++) {
                check(0, t, offset, keys);
                check(1, t, offset, keys);
                check(-1, t, offset, keys); /* true, as any int but 0 */
            }
}
END_TEST

START_TEST(far_offsets) {
    size_t late = 0x3fffffffffffffff;
    ck_assert_uint_eq(plumb_causal_count(1, 0, -LARGEST_OFFSET, 5), 0);
    ck_assert_uint_eq(plumb_causal_count(1, late, -LARGEST_OFFSET, 5), 0);
    ck_assert_uint_eq(plumb_causal_count(1, 0, LARGEST_OFFSET, 5), 5);
    ck_assert_uint_eq(plumb_causal_count(1, late, LARGEST_OFFSET, 5), 5);
    ck_assert_uint_eq(plumb_causal_count(0, 0, -LARGEST_OFFSET, 5), 5);
    ck_assert_uint_eq(plumb_causal_count(1, late, -(int64_t)late + 2, 5), 3);
}
END_TEST

/* Four queries on six keys: top-left sees 1 2 3 4, bottom-right 3 4 5 6. */
START_TEST(alignments) {
    for (size_t t = 0; t < 4; t++) {
        ck_assert_uint_eq(plumb_causal_count(1, t, 0, 6), t + 1);
        ck_assert_uint_eq(plumb_causal_count(1, t, 6 - 4, 6), t + 3);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mask/causal");
    TCase *tests = tcase_create("causal");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, every_small_shape);
    tcase_add_test(tests, far_offsets);
    tcase_add_test(tests, alignments);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
