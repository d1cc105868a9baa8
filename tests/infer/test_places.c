/* test_places.c - where weights and values are wrong, if no rule says how; and rules by which they are. */
#include "tests/infer/place_faults.h"

START_TEST(faults_are_told) {
    expect_told(&place_faults[_i], PLUMB_F32);
}
END_TEST

START_TEST(right_kernels_pass) {
    drawn_problem drawn = draw_matrices(&capped, PLUMB_F32);
    plumb_case judged = run_matrices(&capped, PLUMB_F32, &drawn);
    plumb_inferences inferences;
    plumb_concentration where;
    ck_assert_int_eq(infer_from(&judged, &inferences, &where), PLUMB_PASS);
    free_problem(&drawn);
}
END_TEST

int main(void) {
    no_convention = true;
    Suite *suite = suite_create("infer/places");
    TCase *tests = tcase_create("places");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, faults_are_told, 0, PLACE_FAULTS);
    tcase_add_test(tests, right_kernels_pass);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
