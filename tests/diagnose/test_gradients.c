/* test_gradients.c - the diagnoses of wrong backward passes, word for word. */
#include "diagnose/gradients.h"
#include "tests/diagnose/told_gradients.h"
#include "tests/support/suite.h"
#include <string.h>

static const struct {
    backward_mistake made;
    const char *cause, *says;
} told[] = {
    {BACKWARD_MASK_OMITTED, "gradient-mask", "the backward pass leaves the mask out"},
    {BACKWARD_SEES_ONE_LESS, "gradient-mask", "the backward pass does not see the last key that a query sees"},
    {DELTA_OMITTED, "gradient-delta", "delta, the sum of out_grad times output, is left out"},
    {DELTA_OF_NEXT_QUERY, "gradient-delta", "delta is that of the next query"},
    {LSE_GRADIENT_OMITTED, "gradient-lse", "lse_grad is left out"},
    {LSE_WITHOUT_SINK_BACKWARD, "gradient-sink", "the log-sum-exp of the backward pass leaves the sink out"},
    {SCALE_TWICE_IN_DQ, "gradient-factor", "dq is multiplied by the scale twice"},
    {SCALE_OMITTED_IN_DK, "gradient-factor", "dk is not multiplied by the scale"},
    {SOFTCAP_SLOPE_OMITTED, "gradient-softcap", "the derivative of the softcap is left out"},
    {FIRST_HEAD_ALONE, "gradient-heads", "dk and dv contain only the first query head of each group"},
    {BACKWARD_BIAS_OMITTED, "gradient-bias", "the backward pass leaves the bias out"},
    {SINK_GRADIENT_OMITTED, "gradient-factor", "dsinks is 0"},
};
enum { TOLD = sizeof told / sizeof *told };

START_TEST(mistakes_are_named) {
    random_cases cases = random_begin("named backward passes", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_told(&cases, (size_t)_i / TOLD);
        expect_said(&d, told[_i % TOLD].made, told[_i % TOLD].cause, told[_i % TOLD].says);
        free_drawn(&d);
    }
}
END_TEST

/* Tiles are told by least squares. */
START_TEST(tiles_are_named) {
    static const struct {
        backward_mistake made;
        const char *says;
    } tiles[] = {{QUERIES_SKIPPED, "in dk and dv, queries 0 to 15 are left out"},
                 {KEYS_SKIPPED, "in dq, keys 0 to 15 are left out"}};
    random_cases cases = random_begin("named tiles", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_told(&cases, 0);
        expect_said(&d, tiles[_i].made, "gradient-tiles", tiles[_i].says);
        free_drawn(&d);
    }
}
END_TEST

/* Two gradients in the places of each other. */
START_TEST(exchanged_gradients_are_named) {
    random_cases cases = random_begin("exchanged gradients", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_told(&cases, 0);
        plumb_diagnosis diagnosis;
        char summary[1024];
        diagnose(&d, GRADIENTS_EXCHANGED, &diagnosis);
        plumb_diagnosis_summary(&diagnosis, summary, sizeof summary);
        ck_assert_str_eq(summary, "dk and dv are exchanged");
        ck_assert_int_eq(diagnosis.stated.verdict, PLUMB_FAIL);
        plumb_diagnosis_free(&diagnosis);
        free_drawn(&d);
    }
}
END_TEST

START_TEST(right_ones_are_right) {
    random_cases cases = random_begin("right gradients diagnosed", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_told(&cases, 0);
        plumb_diagnosis diagnosis;
        diagnose(&d, RIGHT_BACKWARD, &diagnosis);
        ck_assert_int_eq(diagnosis.stated.verdict, PLUMB_PASS);
        ck_assert_uint_eq(diagnosis.inferences.count, 0);
        plumb_diagnosis_free(&diagnosis);
        free_drawn(&d);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gradients diagnosed");
    TCase *tcase = tcase_create("gradients diagnosed");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, mistakes_are_named, 0, 2 * TOLD);
    tcase_add_loop_test(tcase, tiles_are_named, 0, 2);
    tcase_add_test(tcase, exchanged_gradients_are_named);
    tcase_add_test(tcase, right_ones_are_right);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
