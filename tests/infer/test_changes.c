/* test_changes.c - changed vectors, scores, distances and weights, named from the numbers. */
#include "tests/infer/change_faults.h"

START_TEST(faults_are_told) {
    expect_told(&change_faults[_i], PLUMB_F32);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/changes");
    TCase *tests = tcase_create("changes");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, faults_are_told, 0, CHANGE_FAULTS);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
