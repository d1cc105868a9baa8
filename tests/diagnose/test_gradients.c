/* test_gradients.c - what is said of backward passes that are wrong, word for word. */
#include "diagnose/diagnose.h"
#include "diagnose/gradients.h"
#include "tests/judge/drawn_backward.h"
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
    {FIRST_HEAD_ALONE, "gradient-heads", "dk and dv have the part of the first query head of each group alone"},
    {BACKWARD_BIAS_OMITTED, "gradient-bias", "the backward pass leaves the bias out"},
    {SINK_GRADIENT_OMITTED, "gradient-factor", "dsinks is 0"},
};
enum { TOLD = sizeof told / sizeof *told };

/* Of 64 queries, a causal mask and all else. */
static drawn_backward draw_told(random_cases *cases, size_t model) {
    backward_engine by = {.format = models[model].format, .delta = OF_STORED};
    return draw_backward_of(cases, by, models[model].precision, 64, true);
}

static void diagnose(const drawn_backward *d, backward_mistake made, plumb_diagnosis *diagnosis) {
    plumb_error error;
    const plumb_diagnose_options options = {.threads = 1};
    backward_answers given = run_backward(&d->by, &d->drawn.problem, made);
    plumb_case judged = backward_case(&d->drawn.problem, &d->by, &given, d->precision);
    ck_assert_msg(plumb_diagnose(&judged, &options, diagnosis, &error) == 0, "%s", error.text);
    free_backward(&given);
}

START_TEST(mistakes_are_named) {
    random_cases cases = random_begin("named backward passes", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_told(&cases, (size_t)_i / TOLD);
        plumb_diagnosis diagnosis;
        char summary[1024];
        diagnose(&d, told[_i % TOLD].made, &diagnosis);
        plumb_diagnosis_summary(&diagnosis, summary, sizeof summary);
        ck_assert_str_eq(summary, told[_i % TOLD].says);
        ck_assert_str_eq(diagnosis.inferences.list[0].cause, told[_i % TOLD].cause);
        ck_assert(diagnosis.inferences.of_gradients && diagnosis.inferences.explained > 0);
        plumb_diagnosis_free(&diagnosis);
        free_drawn(&d);
    }
}
END_TEST

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
        plumb_diagnosis diagnosis;
        char summary[1024];
        diagnose(&d, tiles[_i].made, &diagnosis);
        plumb_diagnosis_summary(&diagnosis, summary, sizeof summary);
        ck_assert_str_eq(summary, tiles[_i].says);
        plumb_diagnosis_free(&diagnosis);
        free_drawn(&d);
    }
}
END_TEST

/* What is on no list is not named. */
START_TEST(other_mistakes_are_not_named) {
    random_cases cases = random_begin("unnamed backward passes", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_told(&cases, 0);
        plumb_diagnosis diagnosis;
        char summary[1024];
        diagnose(&d, GRADIENTS_EXCHANGED, &diagnosis);
        plumb_diagnosis_summary(&diagnosis, summary, sizeof summary);
        ck_assert_str_eq(summary, "");
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
    tcase_add_loop_test(tcase, rotations_are_named, 0, 6);
    tcase_add_loop_test(tcase, slopes_are_named, 0, 6);
    tcase_add_loop_test(tcase, operators_are_named, 0, 10);
    tcase_add_loop_test(tcase, tiles_are_named, 0, 2);
    tcase_add_test(tcase, other_mistakes_are_not_named);
    tcase_add_test(tcase, right_ones_are_right);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
