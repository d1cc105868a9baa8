/* test_memory.c - memory that runs out at any one allocation of what judges rows: -1, and never a judge without its
   room. */
#include "tests/support/short_memory.h"
#include "compare/judge.h"
#include "compare/error_map.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <flint/flint.h>

#ifdef OWN_MEMORY
static void check_judge(const plumb_problem *p, size_t together) {
    const plumb_precision *precision = plumb_precision_default(PLUMB_F32);
    for (size_t allocations = 0;; allocations++) {
        plumb_judge judge;
        run_short(allocations);
        int result = plumb_judge_init(&judge, p, precision, together);
        bool refused = ran_short();
        ck_assert_msg(result == (refused ? -1 : 0), "allocation %zu: %d", allocations, result);
        if (!refused) {
            plumb_judge_row(&judge, 0, 0, 0);
            plumb_judge_free(&judge);
            break;
        }
    }
}

static void check_map(const plumb_problem *p) {
    static const double nothing;
    const plumb_claim claim = {true, PLUMB_F32, 0, &nothing};
    const plumb_case judged = {.problem = *p, .output = claim, .weights = claim, .scores = claim, .lse = claim};
    for (size_t allocations = 0;; allocations++) {
        plumb_error_map map;
        run_short(allocations);
        bool enough = plumb_error_map_init(&map, &judged);
        bool refused = ran_short();
        ck_assert_msg(enough == !refused, "allocation %zu: %d", allocations, enough);
        if (!refused) {
            plumb_error_map_free(&map);
            break;
        }
    }
}

static void check_problem(drawn_problem drawn) {
    check_judge(&drawn.problem, 1);
    check_judge(&drawn.problem, 8);
    check_map(&drawn.problem);
    free_problem(&drawn);
}

START_TEST(operators_run_short) {
    random_cases cases = random_begin("judges of operators short of memory", 2);
    omp_set_num_threads(1);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        check_problem(draw_operator_problem(&cases, operator_of_variant((size_t)_i), ORDINARY));
    }
}
END_TEST

START_TEST(positions_run_short) {
    random_cases cases = random_begin("judges of positions short of memory", 10);
    omp_set_num_threads(1);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        size_t variant = random_below(&cases, OPERATOR_VARIANTS);
        check_problem(draw_position_problem(&cases, operator_of_variant(variant), (plumb_position_kind)_i, ORDINARY));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compare/memory");
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
