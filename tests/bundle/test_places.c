/* test_places.c - the fast path has the bits of the minimal kernels whatever the lengths are. */
#include "tests/bundle/compared_rows.h"
#include "tests/support/suite.h"
#include <flint/flint.h>

#define PROBLEMS 60

START_TEST(ragged_shapes_have_the_same_bits) {
    random_cases cases = random_begin("fast shapes", PROBLEMS);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, draw_ragged(&cases), (problem_character)_i);
        check_problem(&cases, &drawn.problem);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bundle/places");
    TCase *tests = tcase_create("places");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, ragged_shapes_have_the_same_bits, 0, CHARACTERS);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
