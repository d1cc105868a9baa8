/* short_problems.h - problems of every operator and position that are asked while memory is short; included by a program
   that defines, before it,

     static void check_problem(const random_cases *cases, const plumb_problem *problem);
     enum { OPERATOR_CASES = ..., POSITION_CASES = ... };  how many are drawn of each */
#ifndef PLUMB_TESTS_SUPPORT_SHORT_PROBLEMS_H
#define PLUMB_TESTS_SUPPORT_SHORT_PROBLEMS_H
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <flint/flint.h>

static void check_drawn(const random_cases *cases, drawn_problem drawn) {
    check_problem(cases, &drawn.problem);
    free_problem(&drawn);
}

START_TEST(operators_run_short) {
    random_cases cases = random_begin("operators short of memory", OPERATOR_CASES);
    omp_set_num_threads(1);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        check_drawn(&cases, draw_operator_problem(&cases, operator_of_variant((size_t)_i), ORDINARY));
    }
}
END_TEST

START_TEST(positions_run_short) {
    random_cases cases = random_begin("positions short of memory", POSITION_CASES);
    omp_set_num_threads(1);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        size_t variant = random_below(&cases, OPERATOR_VARIANTS);
        check_drawn(&cases,
                    draw_position_problem(&cases, operator_of_variant(variant), (plumb_position_kind)_i, ORDINARY));
    }
}
END_TEST

static inline int run_short_problems(const char *name) {
    Suite *suite = suite_create(name);
    TCase *tests = tcase_create("memory");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, operators_run_short, 0, OPERATOR_VARIANTS);
    tcase_add_loop_test(tests, positions_run_short, 1, PLUMB_POSITION_COUNT);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
#endif
