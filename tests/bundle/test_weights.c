/* test_weights.c - the fast path has the bits of the minimal kernels: every operator, normalisation and sink, of rows
   that see all keys, or some of many. */
#include "tests/bundle/compared_rows.h"
#include "tests/bundle/windows.h"
#include "tests/support/suite.h"
#include <flint/flint.h>

#define WINDOWS 14
#define PROBLEMS 60
#define ROWS 5 /* of each problem, of many heads */

START_TEST(operators_have_the_same_bits) {
    random_cases cases = random_begin("fast operators", PROBLEMS);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        drawn_problem drawn =
            draw_operator_problem(&cases, operator_of_variant((size_t)_i),
                                  (problem_character)random_below(&cases, CHARACTERS));
        check_problem(&cases, &drawn.problem);
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(windows_have_the_same_bits) {
    random_cases cases = random_begin("fast windows", WINDOWS);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        size_t t;
        drawn_problem drawn = draw_visible_in_part(&cases, operator_of_variant((size_t)_i), &t);
        const plumb_problem *p = &drawn.problem;
        compared c;
        compared_init(&c, p);
        for (size_t row = 0; row < ROWS; row++) {
            size_t head = random_below(&cases, p->batch * p->query_heads);
            check_row((asked_row){&cases, p, head / p->query_heads, head % p->query_heads, t}, &c);
            t = random_below(&cases, p->query_length);
        }
        compared_free(&c);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bundle/weights");
    TCase *tests = tcase_create("weights");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, operators_have_the_same_bits, 0, OPERATOR_VARIANTS);
    tcase_add_loop_test(tests, windows_have_the_same_bits, 0, OPERATOR_VARIANTS);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
