/* test_gradients_of_operators.c - what is said of wrong backward passes of rotations, of maps of scores and of what
   becomes of a softmax. */
#include "tests/diagnose/told_gradients.h"
#include "tests/support/suite.h"

START_TEST(rotations_are_named) {
    static const struct {
        backward_mistake made;
        const char *says;
    } rotations[] = {
        {ROTATION_LEFT, "dq and dk are those of rotated queries and keys: RoPE is not undone"},
        {ROTATED_AGAIN, "dq and dk are rotated once more, not back"},
        {DELTA_OMITTED, "delta, the sum of out_grad times output, is left out"}};
    random_cases cases = random_begin("named rotations", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_told(&cases, (size_t)_i / 3);
        plumb_diagnosis diagnosis;
        char summary[1024];
        draw_rotation(&cases, &d.drawn.problem);
        diagnose(&d, rotations[_i % 3].made, &diagnosis);
        plumb_diagnosis_summary(&diagnosis, summary, sizeof summary);
        ck_assert_str_eq(summary, rotations[_i % 3].says);
        ck_assert_str_eq(diagnosis.inferences.list[0].cause, _i % 3 < 2 ? "gradient-rotation" : "gradient-delta");
        plumb_diagnosis_free(&diagnosis);
        free_drawn(&d);
    }
}
END_TEST

START_TEST(slopes_are_named) {
    static const struct {
        backward_mistake made;
        const char *says;
    } slopes[] = {{MAP_SLOPE_OMITTED, "the derivative of the weights is left out"},
                  {WEIGHT_FOR_SLOPE, "the weights are taken for their own derivatives, as of an exponential"},
                  {SCALE_TWICE_IN_DQ, "dq is multiplied by the scale twice"}};
    random_cases cases = random_begin("named slopes", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_told(&cases, (size_t)_i / 3);
        plumb_diagnosis diagnosis;
        char summary[1024];
        set_operator(&d.drawn.problem, PLUMB_SIGMOID, PLUMB_UNNORMALISED);
        diagnose(&d, slopes[_i % 3].made, &diagnosis);
        plumb_diagnosis_summary(&diagnosis, summary, sizeof summary);
        ck_assert_str_eq(summary, slopes[_i % 3].says);
        plumb_diagnosis_free(&diagnosis);
        free_drawn(&d);
    }
}
END_TEST

START_TEST(operators_are_named) {
    static const struct {
        plumb_operator_kind kind;
        backward_mistake made;
        const char *says;
    } operators[] = {
        {PLUMB_SIGMOID, DELTA_OMITTED, "the gradient of what the weights are divided by is left out"},
        {PLUMB_RELU, MAP_SLOPE_OMITTED, "the derivative of the weights is left out"},
        {PLUMB_CLIPPED_SOFTMAX, CLIP_IGNORED, "the backward pass does not stop where weights are clipped"},
        {PLUMB_CLIPPED_SOFTMAX, DELTA_OMITTED, "delta, the sum of out_grad times output, is left out"},
        {PLUMB_SCALED_SOFTMAX, ALPHA_OMITTED_IN_GRADIENT, "alpha is left out of dq and dk"}};
    enum { OPERATORS = sizeof operators / sizeof *operators };
    random_cases cases = random_begin("named operators", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_told(&cases, (size_t)_i / OPERATORS);
        plumb_diagnosis diagnosis;
        char summary[1024];
        set_operator(&d.drawn.problem, operators[_i % OPERATORS].kind, PLUMB_SUM);
        diagnose(&d, operators[_i % OPERATORS].made, &diagnosis);
        plumb_diagnosis_summary(&diagnosis, summary, sizeof summary);
        ck_assert_str_eq(summary, operators[_i % OPERATORS].says);
        plumb_diagnosis_free(&diagnosis);
        free_drawn(&d);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gradients of operators diagnosed");
    TCase *tcase = tcase_create("gradients of operators diagnosed");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, rotations_are_named, 0, 6);
    tcase_add_loop_test(tcase, slopes_are_named, 0, 6);
    tcase_add_loop_test(tcase, operators_are_named, 0, 10);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
