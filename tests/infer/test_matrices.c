/* test_matrices.c - faults that move scores, weights, masks and columns of values to other places, named from the
   numbers. */
#include "tests/infer/matrix_faults.h"

START_TEST(faults_are_told) {
    expect_told(&matrix_faults[_i / 2], _i % 2 == 0 ? PLUMB_F32 : PLUMB_BF16);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/matrices");
    TCase *tests = tcase_create("matrices");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, faults_are_told, 0, 2 * MATRIX_FAULTS);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
