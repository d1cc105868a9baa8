/* test_memory.c - memory that runs out at any one allocation of what judges rows: -1, and never a judge without its
   room. */
#include "tests/support/short_memory.h"
#include "judge/judge.h"
#include "report/error_map.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"

#ifdef OWN_MEMORY
static void check_judge(const plumb_problem *p, size_t together) {
    const plumb_precision *precision = plumb_precision_default(PLUMB_F32);
    for (size_t allocations = 0;; allocations++) {
        plumb_judge judge;
        run_short(allocations);
        int result = plumb_judge_init(&judge, p, precision, plumb_expected_level_unmeasured(), together);
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

static void check_problem(const random_cases *cases, const plumb_problem *problem) {
    (void)cases;
    check_judge(problem, 1);
    check_judge(problem, 8);
    check_map(problem);
}

enum { OPERATOR_CASES = 2, POSITION_CASES = 10 };
#include "tests/support/short_problems.h"

int main(void) {
    return run_short_problems("judge/memory");
}
#endif
