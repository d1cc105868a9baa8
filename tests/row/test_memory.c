/* test_memory.c - memory that runs out at any one allocation of the room for a row: -1, and nothing is kept. */
#include "tests/support/short_memory.h"
#include "row/evaluate.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"

#ifdef OWN_MEMORY
static void check_problem(const random_cases *cases, const plumb_problem *problem) {
    (void)cases;
    for (size_t allocations = 0;; allocations++) {
        plumb_row row;
        run_short(allocations);
        int result = plumb_row_init(&row, problem);
        bool refused = ran_short();
        ck_assert_msg(result == (refused ? -1 : 0), "allocation %zu: %d", allocations, result);
        if (!refused) {
            plumb_row_free(&row);
            break;
        }
        ck_assert_ptr_null(row.output);
        ck_assert_ptr_null(row.score);
    }
}

enum { OPERATOR_CASES = 4, POSITION_CASES = 20 };
#include "tests/support/short_problems.h"

int main(void) {
    return run_short_problems("attention/memory");
}
#endif
