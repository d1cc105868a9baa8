/* test_rows.c - the fast path has the bits of the minimal kernels for numbers that are not finite, and in any order of
   rows. */
#include "tests/bundle/compared_rows.h"
#include "tests/support/suite.h"
#include <flint/flint.h>

#define PROBLEMS 60

/* NaN and infinities among the inputs: what a row does not see does not reach it. */
START_TEST(poison_has_the_same_bits) {
    random_cases cases = random_begin("fast poison", PROBLEMS);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, draw_ragged(&cases), ORDINARY);
        double *tensors[] = {drawn.query, drawn.key, drawn.value};
        size_t counts[] = {query_numbers(&drawn.problem), key_numbers(&drawn.problem),
                           value_numbers(&drawn.problem)};
        for (size_t i = 0; i < 3; i++)
            for (size_t n = 0; n < 3 && counts[i] > 0; n++)
                poison(&cases, tensors[i] + random_below(&cases, counts[i]), 1);
        check_problem(&cases, &drawn.problem);
        free_problem(&drawn);
    }
}
END_TEST

/* Rows in any order are the same rows. */
START_TEST(any_order_of_rows) {
    random_cases cases = random_begin("fast order", 20);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, draw_ragged(&cases), ORDINARY);
        const plumb_problem *p = &drawn.problem;
        compared c;
        compared_init(&c, p);
        for (size_t i = 0; i < 30; i++)
            check_row((asked_row){&cases, p, 0, random_below(&cases, p->query_heads),
                                  random_below(&cases, p->query_length)},
                      &c);
        compared_free(&c);
        free_problem(&drawn);
    }
}
END_TEST

/* No more rows than are asked for, than there are, or than fit, but as many as decoding asks for; and one at least. */
START_TEST(bundles_have_so_many_rows) {
    static const size_t queries[] = {1, 2, 7, 1000}, keys[] = {0, 1, 100, 100000, 1000000000};
    static const size_t mosts[] = {1, 2, 5, PLUMB_BUNDLE_ROWS};
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        for (size_t j = 0; j < sizeof keys / sizeof *keys; j++)
            for (size_t n = 0; n < sizeof mosts / sizeof *mosts; n++) {
                plumb_problem p = one_head(queries[i], keys[j], 1, 1);
                size_t rows = plumb_rows_together(&p, mosts[n]);
                double bytes = (double)rows * (double)keys[j] * (2 * sizeof(plumb_ball) + 1);
                ck_assert_uint_ge(rows, 1);
                ck_assert_uint_le(rows, mosts[n]);
                ck_assert_uint_le(rows, queries[i]);
                ck_assert(rows <= PLUMB_LEAST_ROWS || bytes <= PLUMB_BUNDLE_BYTES);
            }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bundle/rows");
    TCase *tests = tcase_create("rows");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, poison_has_the_same_bits);
    tcase_add_test(tests, any_order_of_rows);
    tcase_add_test(tests, bundles_have_so_many_rows);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
