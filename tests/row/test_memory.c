/* test_memory.c - memory that runs out at any one allocation of the room for a row: -1, and nothing is kept. */
#include "tests/support/short_memory.h"
#include "row/evaluate.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <flint/flint.h>

#ifdef OWN_MEMORY
static void check_problem(drawn_problem drawn) {
    for (size_t allocations = 0;; allocations++) {
        plumb_row row;
        run_short(allocations);
        int result = plumb_row_init(&row, &drawn.problem);
        bool refused = ran_short();
        ck_assert_msg(result == (refused ? -1 : 0), "allocation %zu: %d", allocations, result);
        if (!refused) {
            plumb_row_free(&row);
            break;
        }
        ck_assert_ptr_null(row.output);
        ck_assert_ptr_null(row.score);
    }
    free_problem(&drawn);
}

START_TEST(operators_run_short) {
    random_cases cases = random_begin("rows of operators short of memory", 4);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        check_problem(draw_operator_problem(&cases, operator_of_variant((size_t)_i), ORDINARY));
    }
}
END_TEST

START_TEST(positions_run_short) {
    random_cases cases = random_begin("rows of positions short of memory", 20);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        size_t variant = random_below(&cases, OPERATOR_VARIANTS);
        check_problem(draw_position_problem(&cases, operator_of_variant(variant), (plumb_position_kind)_i, ORDINARY));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attention/memory");
    TCase *tests = tcase_create("memory");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, operators_run_short, 0, OPERATOR_VARIANTS);
    tcase_add_loop_test(tests, positions_run_short, 1, PLUMB_POSITION_SHAW + 1);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
#endif
