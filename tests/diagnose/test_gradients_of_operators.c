/* test_gradients_of_operators.c - the diagnoses of wrong backward passes of rotations, of maps of scores and of scaled
   or clipped softmaxes. */
#include "tests/diagnose/told_gradients.h"
#include "tests/support/suite.h"

START_TEST(rotations_are_named) {
    static const struct {
        backward_mistake made;
        const char *cause, *says;
    } rotations[] = {
        {ROTATION_LEFT, "gradient-rotation", "dq and dk are those of rotated queries and keys: RoPE is not undone"},
        {ROTATED_AGAIN, "gradient-rotation", "dq and dk are rotated once more, not back"},
        {DELTA_OMITTED, "gradient-delta", "delta, the sum of out_grad times output, is left out"}};
    random_cases cases = random_begin("named rotations", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_told(&cases, (size_t)_i / 3);
        draw_rotation(&cases, &d.drawn.problem);
        expect_said(&d, rotations[_i % 3].made, rotations[_i % 3].cause, rotations[_i % 3].says);
        free_drawn(&d);
    }
}
END_TEST

START_TEST(slopes_are_named) {
    static const struct {
        backward_mistake made;
        const char *cause, *says;
    } slopes[] = {{MAP_SLOPE_OMITTED, "gradient-map", "the derivative of the weights is left out"},
                  {WEIGHT_FOR_SLOPE, "gradient-map",
                   "the weights are used as their own derivatives, as for an exponential"},
                  {SCALE_TWICE_IN_DQ, "gradient-factor", "dq is multiplied by the scale twice"}};
    random_cases cases = random_begin("named slopes", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_told(&cases, (size_t)_i / 3);
        set_operator(&d.drawn.problem, PLUMB_SIGMOID, PLUMB_UNNORMALISED);
        expect_said(&d, slopes[_i % 3].made, slopes[_i % 3].cause, slopes[_i % 3].says);
        free_drawn(&d);
    }
}
END_TEST

START_TEST(operators_are_named) {
    static const struct {
        plumb_operator_kind kind;
        backward_mistake made;
        const char *cause, *says;
    } operators[] = {
        {PLUMB_SIGMOID, DELTA_OMITTED, "gradient-divisor",
         "the gradient of the divisor of the weights is left out"},
        {PLUMB_RELU, MAP_SLOPE_OMITTED, "gradient-map", "the derivative of the weights is left out"},
        {PLUMB_CLIPPED_SOFTMAX, CLIP_IGNORED, "gradient-clip",
         "the backward pass does not stop where weights are clipped"},
        {PLUMB_CLIPPED_SOFTMAX, DELTA_OMITTED, "gradient-delta",
         "delta, the sum of p_j and the gradients in them, is left out"},
        {PLUMB_SCALED_SOFTMAX, ALPHA_OMITTED_IN_GRADIENT, "gradient-alpha", "alpha is left out of dq and dk"}};
    enum { OPERATORS = sizeof operators / sizeof *operators };
    random_cases cases = random_begin("named operators", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_told(&cases, (size_t)_i / OPERATORS);
        set_operator(&d.drawn.problem, operators[_i % OPERATORS].kind, PLUMB_SUM);
        expect_said(&d, operators[_i % OPERATORS].made, operators[_i % OPERATORS].cause,
                    operators[_i % OPERATORS].says);
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
