/* test_lost_row.c - expected errors of rows whose weights may be off by 100 %: as much as the values differ, unless one
   key has all of the weight whatever the errors of the scores. */
#include "bundle/rows.h"
#include "judge/lost_row.h"
#include "precision/precision.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

enum { KEYS = 3 };

/* The query is 1, so that the scores are the keys. */
static plumb_problem problem_of(const double *key, const double *value) {
    static const double one = 1;
    plumb_problem p = one_head(1, KEYS, 1, 1);
    p.scale.text = "1";
    p.query = &one;
    p.key = key;
    p.value = value;
    return p;
}

typedef struct {
    bool tells;
    double expected, exact;
} outcome;

static outcome limit(const plumb_problem *p, double expected) {
    plumb_rows rows;
    plumb_row_size size;
    ck_assert_int_eq(plumb_rows_init(&rows, p, 1, PLUMB_KEEP_ALL), 0);
    ck_assert_int_eq(plumb_row_size_init(&size, p, plumb_precision_find("bf16-eager")), 0);
    const plumb_row *row = plumb_rows_get(&rows, 0, 0, 0);
    plumb_row_size_set(&size, 0, 0, 0, row);
    outcome out = {false, expected, row->output[0].mid};
    out.tells = plumb_lost_row_tells(&size, PLUMB_OUTPUT, 0, out.exact, &out.expected);
    plumb_row_size_free(&size);
    plumb_rows_free(&rows);
    return out;
}

/* bfloat16 stores 300.9 and 300.1 as 300 or 302: an engine may see the two keys exchanged. */
START_TEST(scores_that_errors_reorder_say_nothing) {
    const double key[KEYS] = {300.9, 300.1, 0}, value[KEYS] = {1, -1, 0};
    plumb_problem p = problem_of(key, value);
    outcome out = limit(&p, INFINITY);
    ck_assert(!out.tells);
    ck_assert_double_ge(out.expected, fabs(value[1] - out.exact));
}
END_TEST

START_TEST(a_key_far_above_all_others_has_the_weight) {
    const double key[KEYS] = {300, 100, 0}, value[KEYS] = {1, -1, 0};
    plumb_problem p = problem_of(key, value);
    outcome out = limit(&p, INFINITY);
    ck_assert(out.tells);
    ck_assert_double_lt(out.expected, 0.25);
    ck_assert_double_gt(out.expected, 0);
}
END_TEST

/* What the first order expects stays where it is smaller. */
START_TEST(an_expected_error_is_never_enlarged) {
    const double key[KEYS] = {300.9, 300.1, 0}, value[KEYS] = {1, -1, 0};
    plumb_problem p = problem_of(key, value);
    ck_assert_double_eq(limit(&p, 0x1p-10).expected, 0x1p-10);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/lost_row");
    TCase *tests = tcase_create("lost row");
    tcase_add_test(tests, scores_that_errors_reorder_say_nothing);
    tcase_add_test(tests, a_key_far_above_all_others_has_the_weight);
    tcase_add_test(tests, an_expected_error_is_never_enlarged);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
