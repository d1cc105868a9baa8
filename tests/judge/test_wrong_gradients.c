/* test_wrong_gradients.c - backward passes that are wrong while the forward pass is right FAIL. */
#include "tests/judge/drawn_backward.h"
#include "tests/support/suite.h"

static const struct {
    backward_mistake made;
    const char *name;
} mistakes[] = {{BACKWARD_MASK_OMITTED, "mask omitted"},
                {BACKWARD_SEES_ONE_LESS, "one key less"},
                {DELTA_OMITTED, "delta omitted"},
                {DELTA_OF_NEXT_QUERY, "delta of the next query"},
                {LSE_GRADIENT_OMITTED, "lse_grad omitted"},
                {LSE_WITHOUT_SINK_BACKWARD, "log-sum-exp without sink"},
                {SCALE_TWICE_IN_DQ, "scale twice in dq"},
                {SCALE_OMITTED_IN_DK, "scale omitted in dk"},
                {SOFTCAP_SLOPE_OMITTED, "slope of the softcap omitted"},
                {FIRST_HEAD_ALONE, "first head of a group alone"},
                {BACKWARD_BIAS_OMITTED, "bias omitted"},
                {QUERIES_SKIPPED, "queries skipped"},
                {KEYS_SKIPPED, "keys skipped"},
                {SINK_GRADIENT_OMITTED, "dsinks omitted"},
                {GRADIENTS_EXCHANGED, "dk and dv exchanged"},
                {BIAS_GRADIENT_OF_FIRST_HEAD, "dbias of the first head alone"},
                {BIAS_GRADIENT_SCALED, "scaled dbias"}};
enum { MISTAKES = sizeof mistakes / sizeof *mistakes };

/* Of an engine that makes one, the forward pass is right; proof knows that. */
START_TEST(wrong_backward_passes_fail) {
    random_cases cases = random_begin("wrong backward passes", 2);
    while (random_next(&cases)) {
        drawn_backward d =
            draw_backward(&cases, draw_engine(&cases, (size_t)_i / MISTAKES), models[_i / MISTAKES].precision, true);
        plumb_report report;
        judge_backward(&d, mistakes[_i % MISTAKES].made, &report);
        size_t impossible = 0;
        for (int q = PLUMB_QUERY_GRADIENT; q < PLUMB_ANSWERS; q++)
            impossible += report.tensor[q].impossible;
        ck_assert_msg(report.tensor[PLUMB_OUTPUT].verdict == PLUMB_PASS, "%s: output", mistakes[_i % MISTAKES].name);
        ck_assert_msg(report.verdict == PLUMB_FAIL && impossible > 0, "%s in %s: %s", mistakes[_i % MISTAKES].name,
                      d.precision, plumb_verdict_name(report.verdict));
        free_drawn(&d);
    }
}
END_TEST

/* Rotations in bfloat16 move large scores by so much that some mistakes are only suspect. */
START_TEST(wrong_rotations_fail) {
    static const backward_mistake of_rotations[] = {ROTATION_LEFT, ROTATED_AGAIN, SCALE_TWICE_IN_DQ};
    random_cases cases = random_begin("wrong rotations", 3);
    size_t model = (size_t)_i / 3;
    plumb_verdict least = models[model].format == PLUMB_BF16 ? PLUMB_SUSPECT : PLUMB_FAIL;
    while (random_next(&cases)) {
        drawn_backward d = draw_backward(&cases, draw_engine(&cases, model), models[model].precision, true);
        plumb_report report;
        draw_rotation(&cases, &d.drawn.problem);
        judge_backward(&d, RIGHT_BACKWARD, &report);
        ck_assert_msg(report.verdict == PLUMB_PASS, "right in %s: %s", d.precision, plumb_verdict_name(report.verdict));
        judge_backward(&d, of_rotations[_i % 3], &report);
        bool of_keys = of_rotations[_i % 3] == SCALE_TWICE_IN_DQ || report.tensor[PLUMB_KEY_GRADIENT].beyond > 0;
        plumb_verdict of_query = report.tensor[PLUMB_QUERY_GRADIENT].verdict;
        plumb_verdict of_key = report.tensor[PLUMB_KEY_GRADIENT].verdict;
        ck_assert_msg(of_keys && (of_query == least || of_query == PLUMB_FAIL), "dq in %s: %s", d.precision,
                      plumb_verdict_name(of_query));
        ck_assert_msg(of_rotations[_i % 3] == SCALE_TWICE_IN_DQ || of_key == least || of_key == PLUMB_FAIL,
                      "dk in %s: %s", d.precision, plumb_verdict_name(of_key));
        free_drawn(&d);
    }
}
END_TEST

/* No theorem speaks of maps of scores. */
START_TEST(wrong_slopes_are_suspect) {
    static const backward_mistake of_maps[] = {MAP_SLOPE_OMITTED, WEIGHT_FOR_SLOPE, BACKWARD_SEES_ONE_LESS};
    random_cases cases = random_begin("wrong slopes", 3);
    while (random_next(&cases)) {
        drawn_backward d =
            draw_backward(&cases, draw_engine(&cases, (size_t)_i / 3), models[_i / 3].precision, true);
        plumb_report report;
        do
            draw_map(&cases, &d.drawn.problem);
        while (!maps_scores(&d.drawn.problem));
        judge_backward(&d, RIGHT_BACKWARD, &report);
        ck_assert_msg(report.verdict == PLUMB_PASS, "right in %s: %s", d.precision, plumb_verdict_name(report.verdict));
        judge_backward(&d, of_maps[_i % 3], &report);
        bool same = d.drawn.problem.op.kind == PLUMB_IDENTITY && _i % 3 == 0;
        ck_assert_msg(report.verdict == (same ? PLUMB_PASS : PLUMB_SUSPECT), "%s: %s", d.precision,
                      plumb_verdict_name(report.verdict));
        free_drawn(&d);
    }
}
END_TEST

/* Nor of a softmax that is scaled or clipped; another operator is not what hides a mistake. */
START_TEST(wrong_changes_are_suspect) {
    static const struct {
        plumb_operator_kind kind;
        backward_mistake made;
    } changes[] = {{PLUMB_SCALED_SOFTMAX, ALPHA_OMITTED_IN_GRADIENT},  {PLUMB_SCALED_SOFTMAX, DELTA_OMITTED},
                   {PLUMB_SCALED_SOFTMAX, BACKWARD_SEES_ONE_LESS},     {PLUMB_CLIPPED_SOFTMAX, CLIP_IGNORED},
                   {PLUMB_CLIPPED_SOFTMAX, BACKWARD_SEES_ONE_LESS},    {PLUMB_CLIPPED_SOFTMAX, LSE_GRADIENT_OMITTED},
                   {PLUMB_SIGMOID, DELTA_OMITTED},                     {PLUMB_ELU, DELTA_OMITTED},
                   {PLUMB_RELU, DELTA_OMITTED}};
    enum { CHANGES = sizeof changes / sizeof *changes };
    random_cases cases = random_begin("wrong changes", 1);
    while (random_next(&cases))
        for (size_t n = 0; n < CHANGES; n++) {
            drawn_backward d = draw_backward(&cases, draw_engine(&cases, (size_t)_i), models[_i].precision, true);
            plumb_report report;
            set_operator(&d.drawn.problem, changes[n].kind, PLUMB_SUM);
            judge_backward(&d, RIGHT_BACKWARD, &report);
            ck_assert_msg(report.verdict == PLUMB_PASS, "right %zu in %s: %s", n, d.precision,
                          plumb_verdict_name(report.verdict));
            judge_backward(&d, changes[n].made, &report);
            ck_assert_msg(report.verdict == PLUMB_SUSPECT, "%zu in %s: %s", n, d.precision,
                          plumb_verdict_name(report.verdict));
            free_drawn(&d);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("wrong gradients");
    TCase *tcase = tcase_create("wrong gradients");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, wrong_backward_passes_fail, 0, 2 * MISTAKES);
    tcase_add_loop_test(tcase, wrong_rotations_fail, 0, 3 * 3);
    tcase_add_loop_test(tcase, wrong_changes_are_suspect, 0, 2);
    tcase_add_loop_test(tcase, wrong_slopes_are_suspect, 0, 2 * 3);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
