/* test_vectors.c - faults of vectors, positions and sums, named from the numbers. */
#include "tests/infer/vector_faults.h"

START_TEST(faults_are_told) {
    expect_told(&vector_faults[_i], PLUMB_F32);
}
END_TEST

START_TEST(faults_are_told_in_16_bits) {
    expect_told(&vector_faults[_i], PLUMB_BF16);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/vectors");
    TCase *tests = tcase_create("vectors");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, faults_are_told, 0, VECTOR_FAULTS);
    tcase_add_loop_test(tests, faults_are_told_in_16_bits, 0, SHOWN_IN_16_BITS);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
