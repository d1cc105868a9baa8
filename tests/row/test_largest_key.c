/* test_largest_key.c - the first of the visible keys with the largest score; none where none is visible. */
#include "row/largest_key.h"
#include "tests/support/suite.h"

#define KEYS 5

/* '1': the key is visible. */
static size_t largest_of(const double *score, const char *seen) {
    plumb_ball balls[KEYS];
    unsigned char visible[KEYS];
    for (size_t j = 0; j < KEYS; j++) {
        balls[j] = plumb_ball_of(score[j]);
        visible[j] = seen[j] == '1';
    }
    plumb_row row = {.visible = visible, .score = balls};
    return plumb_row_largest_key(&row, KEYS);
}

START_TEST(of_visible_keys) {
    static const double score[KEYS] = {9, -3, -1, -2, 7};
    ck_assert_uint_eq(largest_of(score, "01110"), 2);
    ck_assert_uint_eq(largest_of(score, "01111"), 4);
    ck_assert_uint_eq(largest_of(score, "01000"), 1);
}
END_TEST

START_TEST(the_first_of_equals) {
    static const double score[KEYS] = {-1, 2, 0, 2, 2};
    ck_assert_uint_eq(largest_of(score, "11111"), 1);
    ck_assert_uint_eq(largest_of(score, "10111"), 3);
}
END_TEST

START_TEST(none) {
    static const double score[KEYS] = {1, 2, 3, 4, 5};
    ck_assert_uint_eq(largest_of(score, "00000"), KEYS);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("row/largest_key");
    TCase *tests = tcase_create("largest_key");
    tcase_add_test(tests, of_visible_keys);
    tcase_add_test(tests, the_first_of_equals);
    tcase_add_test(tests, none);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
