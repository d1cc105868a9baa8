/* test_points.c - the positions of queries and keys: by their indices, by ids on each axis, in a cache of recent
   keys. */
#include "row/points.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"

enum { QUERIES = 3, KEYS = 5 };

static plumb_problem shape(void) {
    plumb_problem p = one_head(QUERIES, KEYS, 8, 8);
    p.batch = 2;
    p.causal = (plumb_causal){true, KEYS - QUERIES};
    return p;
}

START_TEST(without_ids_numbers_count) {
    plumb_problem p = shape();
    int64_t counted[KEYS] = {0, 1, 2, 3, 4};
    for (size_t t = 0; t < QUERIES; t++)
        ck_assert_int_eq(plumb_query_point(&p, 1, t).on[0], (int64_t)t + 2);
    ck_assert_ptr_eq(plumb_key_positions(&p, 1, 0, counted), counted);
    ck_assert_int_eq(plumb_key_point(&p, counted, 3).on[0], 3);
}
END_TEST

START_TEST(ids_are_of_an_entry_and_an_axis) {
    plumb_problem p = shape();
    int64_t query[2 * 2 * QUERIES], key[2 * 2 * KEYS];
    for (size_t i = 0; i < sizeof query / sizeof *query; i++)
        query[i] = (int64_t)i;
    for (size_t i = 0; i < sizeof key / sizeof *key; i++)
        key[i] = 100 + (int64_t)i;
    p.position.rope.sections.count = 2;
    p.position.query_position = query;
    p.position.key_position = key;
    plumb_point second = plumb_query_point(&p, 1, 2);
    ck_assert(second.on[0] == 2 * QUERIES + 2 && second.on[1] == 3 * QUERIES + 2);
    plumb_point at = plumb_key_point(&p, plumb_key_positions(&p, 1, 0, NULL), 4);
    ck_assert(at.on[0] == 100 + 2 * KEYS + 4 && at.on[1] == 100 + 3 * KEYS + 4);
}
END_TEST

/* One first key and two recent ones: key 3 of query 2, which sees key 4 last, is the second of what is left. */
START_TEST(in_a_cache_evicted_keys_do_not_count) {
    plumb_problem p = shape();
    int64_t counted[KEYS] = {0};
    p.mask.in_cache = true;
    p.mask.first = 1;
    p.mask.recent = 2;
    ck_assert_int_eq(plumb_query_point(&p, 0, 2).on[0], 2);
    const int64_t *position = plumb_key_positions(&p, 0, 2, counted);
    ck_assert(position[0] == 0 && position[3] == 1 && position[4] == 2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("row/points");
    TCase *tests = tcase_create("points");
    tcase_add_test(tests, without_ids_numbers_count);
    tcase_add_test(tests, ids_are_of_an_entry_and_an_axis);
    tcase_add_test(tests, in_a_cache_evicted_keys_do_not_count);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
