/* test_first_keys.c - first keys become visible, the others stay as they were, for every small shape. */
#include "mask/first_keys.h"
#include "tests/support/suite.h"
#include <string.h>

#define MOST 6

START_TEST(every_small_mask) {
    for (size_t keys = 0; keys <= MOST; keys++)
        for (size_t first = 0; first <= MOST + 1; first++)
            for (unsigned mask = 0; mask < 1u << keys; mask++) {
                unsigned char visible[MOST + 1];
                memset(visible, 77, sizeof visible);
                for (size_t j = 0; j < keys; j++)
                    visible[j] = mask >> j & 1;
                plumb_show_first_keys(first, keys, visible);
                for (size_t j = 0; j < keys; j++)
                    ck_assert_int_eq(visible[j] != 0, j < first || (mask >> j & 1) != 0);
                ck_assert_uint_eq(visible[keys], 77);
            }
}
END_TEST

START_TEST(more_than_there_are) {
    unsigned char visible[2] = {0, 77};
    plumb_show_first_keys(SIZE_MAX, 1, visible);
    ck_assert_uint_eq(visible[0], 1);
    ck_assert_uint_eq(visible[1], 77);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mask/first_keys");
    TCase *tests = tcase_create("first_keys");
    tcase_add_test(tests, every_small_mask);
    tcase_add_test(tests, more_than_there_are);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
