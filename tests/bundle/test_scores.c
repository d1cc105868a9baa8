/* test_scores.c - the fast path has the bits of the minimal kernels under every positional encoding. */
#include "tests/bundle/compared_rows.h"
#include "tests/support/suite.h"
#include <flint/flint.h>

#define PROBLEMS 60

START_TEST(positions_have_the_same_bits) {
    random_cases cases = random_begin("fast positions", PROBLEMS);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        size_t variant = random_below(&cases, OPERATOR_VARIANTS);
        drawn_problem drawn =
            draw_position_problem(&cases, operator_of_variant(variant), (plumb_position_kind)_i,
                                  (problem_character)random_below(&cases, CHARACTERS));
        check_problem(&cases, &drawn.problem);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bundle/scores");
    TCase *tests = tcase_create("scores");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, positions_have_the_same_bits, 0, PLUMB_POSITION_COUNT);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
