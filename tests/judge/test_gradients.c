/* test_gradients.c - gradients before the judge: right backward passes PASS, and of a right one proved code never says
   that a number is impossible.  Wrong ones: test_wrong_gradients.c. */
#include "judge/ask_gradients.h"
#include "judge/gradients.h"
#include "tests/judge/drawn_backward.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"
#include "theorem/gradient_proof.h"

enum { RIGHT_ENGINES = 120, ASKED_ENGINES = 10, ASKED_NUMBERS = 16, ROTATED_ENGINES = 6 };

START_TEST(right_backward_passes_pass) {
    random_cases cases = random_begin("right backward passes", RIGHT_ENGINES);
    while (random_next(&cases)) {
        size_t model = random_below(&cases, MODELS);
        drawn_backward d = draw_backward(&cases, draw_engine(&cases, model), models[model].precision, false);
        plumb_report report;
        judge_backward(&d, RIGHT_BACKWARD, &report);
        for (int q = 0; q < PLUMB_ANSWERS; q++)
            ck_assert_msg(!report.tensor[q].present || report.tensor[q].verdict == PLUMB_PASS,
                          "%s gets %s in %s: %zu beyond, whole %.3g, head %.3g, row %.3g",
                          plumb_quantity_name((plumb_quantity)q), plumb_verdict_name(report.tensor[q].verdict),
                          d.precision, report.tensor[q].beyond, report.tensor[q].stand.whole,
                          report.tensor[q].stand.head, report.tensor[q].stand.row);
        free_drawn(&d);
    }
}
END_TEST

/* What is expected is about what simulated backward passes err: with too large deviations it would be anything. */
START_TEST(deviations_are_about_right) {
    random_cases cases = random_begin("levels of gradients", 4);
    while (random_next(&cases)) {
        backward_engine by = {.format = models[_i].format, .eager = models[_i].eager, .delta = OF_SUM};
        drawn_backward d = draw_backward_of(&cases, by, models[_i].precision, 40, true);
        plumb_report report;
        judge_backward(&d, RIGHT_BACKWARD, &report);
        for (int q = PLUMB_QUERY_GRADIENT; q < PLUMB_ANSWERS; q++) {
            if (q == PLUMB_SINK_GRADIENT || !report.tensor[q].present) /* few numbers, or none */
                continue;
            const plumb_simulated_errors *simulated = &report.tensor[q].stand.simulated;
            ck_assert_msg(simulated->level < 4 && simulated->element > 0.9, "%s in %s: %.3g, %.3g",
                          plumb_quantity_name((plumb_quantity)q), d.precision, simulated->level, simulated->element);
        }
        free_drawn(&d);
    }
}
END_TEST

/* ---- what proved code says of right ones ---- */

static plumb_element element_at(const plumb_case *judged, plumb_quantity quantity, size_t place) {
    plumb_answer_shape shape = plumb_shape_of_answer(judged, quantity);
    size_t head = place / (shape.rows * shape.width);
    return (plumb_element){.present = true,
                           .batch = head / shape.heads,
                           .head = head % shape.heads,
                           .query = place / shape.width % shape.rows,
                           .column = place % shape.width,
                           .finding = PLUMB_IMPROBABLE,
                           .engine = plumb_claim_of(judged, quantity)->value[place]};
}

static bool is_impossible(const plumb_case *judged, const plumb_report *report, plumb_quantity quantity,
                          plumb_element element) {
    plumb_report asked = *report;
    plumb_error error;
    bool excluded = false;
    for (int q = PLUMB_QUERY_GRADIENT; q < PLUMB_ANSWERS; q++)
        asked.tensor[q].first_impossible.present = false;
    asked.judged = judged;
    asked.tensor[quantity].farthest.of_expected.count = 0;
    asked.tensor[quantity].first_impossible = element;
    ck_assert_int_eq(plumb_gradient_is_excluded(&asked, &asked.precision, &excluded, &error), 0);
    return excluded;
}

/* And a number far off is: but for scores of 16 bits, whose weights may be anything where they are large, slopes,
   what the theorem does not decide, as positions beside a bias, and vectors that are rotated in bfloat16, which move
   large scores by much. */
static void check_number(const plumb_case *judged, const plumb_report *report, plumb_quantity quantity, size_t place) {
    plumb_element element = element_at(judged, quantity, place);
    ck_assert_msg(!is_impossible(judged, report, quantity, element), "%s %zu in %s", plumb_quantity_name(quantity),
                  place, judged->precision);
    element.engine += 30000;
    bool eager = report->precision.score.unit > report->precision.exponent.unit;
    bool moved = plumb_gradient_of_moved(&judged->problem, plumb_gradient_of_quantity(quantity));
    bool open = eager || (moved && judged->input_format == PLUMB_BF16) ||
                !plumb_gradient_is_decided(&judged->problem, &report->precision,
                                                    plumb_gradient_of_quantity(quantity));
    ck_assert_msg(open || is_impossible(judged, report, quantity, element), "%s %zu in %s, far off",
                  plumb_quantity_name(quantity), place, judged->precision);
}

static void ask_numbers(random_cases *cases, const drawn_backward *d, size_t gradients) {
    backward_answers given = run_backward(&d->by, &d->drawn.problem, RIGHT_BACKWARD);
    plumb_case judged = backward_case(&d->drawn.problem, &d->by, &given, d->precision);
    plumb_compare_options options = {.threads = 1};
    plumb_report report;
    plumb_error error;
    ck_assert_int_eq(plumb_compare(&judged, &options, &report, &error), 0);
    for (size_t n = 0; n < ASKED_NUMBERS; n++) {
        plumb_quantity quantity = plumb_quantity_of_gradient((plumb_gradient)(n % gradients));
        const plumb_claim *claim = plumb_claim_of(&judged, quantity);
        if (claim->present)
            check_number(&judged, &report, quantity, random_below(cases, claim->count));
    }
    free_backward(&given);
}

START_TEST(numbers_of_right_ones_are_possible) {
    random_cases cases = random_begin("asked backward passes", ASKED_ENGINES);
    while (random_next(&cases)) {
        drawn_backward d = draw_backward(&cases, draw_engine(&cases, (size_t)_i), models[_i].precision, false);
        ask_numbers(&cases, &d, PLUMB_GRADIENT_COUNT);
        free_drawn(&d);
    }
}
END_TEST

/* dq and dk of vectors that are rotated in all ways, whose gradients are turned back. */
START_TEST(numbers_that_are_turned_back_are_possible) {
    random_cases cases = random_begin("asked rotations", ROTATED_ENGINES);
    while (random_next(&cases)) {
        drawn_backward d = draw_backward(&cases, draw_engine(&cases, (size_t)_i), models[_i].precision, false);
        d.by.repeats_keys = random_below(&cases, 2) == 0;
        d.drawn.problem.extra.bias = NULL;
        d.drawn.problem.position = (plumb_position){.kind = PLUMB_POSITION_NONE};
        draw_rotation(&cases, &d.drawn.problem);
        set_operator(&d.drawn.problem, PLUMB_SOFTMAX, PLUMB_SUM);
        ask_numbers(&cases, &d, 2);
        free_drawn(&d);
    }
}
END_TEST

/* ---- what is no number, what is refused ---- */

START_TEST(gradients_that_are_no_numbers_fail) {
    random_cases cases = random_begin("NaN among gradients", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_backward(&cases, draw_engine(&cases, 0), "f32", true);
        plumb_compare_options options = {.threads = 1};
        plumb_report report;
        plumb_error error;
        backward_answers given = run_backward(&d.by, &d.drawn.problem, RIGHT_BACKWARD);
        plumb_case judged = backward_case(&d.drawn.problem, &d.by, &given, "f32");
        given.key[3] = _i == 0 ? (double)NAN : (double)INFINITY;
        ck_assert_int_eq(plumb_compare(&judged, &options, &report, &error), 0);
        ck_assert_int_eq(report.tensor[PLUMB_KEY_GRADIENT].verdict, PLUMB_FAIL);
        ck_assert_int_eq(report.tensor[PLUMB_KEY_GRADIENT].first_impossible.finding,
                         _i == 0 ? PLUMB_NAN : PLUMB_INFINITE);
        ck_assert_int_eq(report.tensor[PLUMB_QUERY_GRADIENT].verdict, PLUMB_PASS);
        free_backward(&given);
        free_drawn(&d);
    }
}
END_TEST

/* A score of 2^-9 that an engine stores as 0: relu has no slope there, and the gradients are 0. */
START_TEST(a_kink_that_a_store_crosses_is_expected) {
    plumb_problem shape = one_head(2, 2, 4, 4);
    shape.scale.text = "1";
    shape.op.kind = PLUMB_RELU;
    shape.extra.bias_query = 2;
    drawn_problem drawn = blank_problem(shape);
    double bias[] = {-1, -1, -1, -1}, gradient[8], zero[8] = {0}, value[8] = {0}, output[8] = {0};
    drawn.problem.extra.bias = bias;
    drawn.problem.loss.output = gradient;
    for (size_t i = 0; i < 8; i++) {
        drawn.query[i] = i % 4 == 0 ? 1 : i % 4 == 1 ? 0x1p-9 : 0;
        drawn.key[i] = i % 4 < 2 ? 1 : 0;
        drawn.value[i] = gradient[i] = 1 + (double)i / 8;
    }
    plumb_case judged = {.problem = drawn.problem,
                         .input_format = PLUMB_BF16,
                         .vector_format = {PLUMB_BF16, PLUMB_BF16, PLUMB_BF16},
                         .output = {true, PLUMB_BF16, 8, output},
                         .gradient = {{true, PLUMB_BF16, 8, zero}, {true, PLUMB_BF16, 8, zero},
                                      {true, PLUMB_BF16, 8, value}},
                         .precision = "bf16-eager",
                         .source = "a kink"};
    plumb_compare_options options = {.threads = 1};
    plumb_report report;
    plumb_error error;
    ck_assert_int_eq(plumb_compare(&judged, &options, &report, &error), 0);
    ck_assert_int_eq(report.verdict, PLUMB_PASS);
    free_problem(&drawn);
}
END_TEST

/* A multiplier of 1000 makes scores a million times larger: NaN may come of that in binary16. */
START_TEST(what_overflows_where_vectors_are_moved_is_no_failure) {
    random_cases cases = random_begin("overflown rotations", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_backward(&cases, draw_engine(&cases, 4), "fp16-eager", true);
        plumb_compare_options options = {.threads = 1};
        plumb_report report;
        plumb_error error;
        draw_rotation(&cases, &d.drawn.problem);
        backward_answers given = run_backward(&d.by, &d.drawn.problem, RIGHT_BACKWARD);
        d.drawn.problem.position.rope.multiplier = _i == 0 ? 1 : 1000;
        plumb_case judged = backward_case(&d.drawn.problem, &d.by, &given, "fp16-eager");
        given.value[0] = (double)NAN;
        judged.output.present = false;
        ck_assert_int_eq(plumb_compare(&judged, &options, &report, &error), 0);
        ck_assert_int_eq(report.tensor[PLUMB_VALUE_GRADIENT].verdict == PLUMB_FAIL, _i == 0);
        free_backward(&given);
        free_drawn(&d);
    }
}
END_TEST

/* The infinity of its own sign is what is stored of a gradient beyond the largest number of its format. */
START_TEST(gradients_beyond_a_format_are_infinite) {
    random_cases cases = random_begin("overflown gradients", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_backward(&cases, draw_engine(&cases, 2), "fp16-flash", true);
        const plumb_problem *p = &d.drawn.problem;
        for (size_t i = 0; i < plumb_rows_of(p) * p->value_dim; i++)
            d.gradient[i] = 20000;
        plumb_report report;
        plumb_error error;
        plumb_compare_options options = {.threads = 1};
        backward_answers given = run_backward(&d.by, p, RIGHT_BACKWARD);
        plumb_case judged = backward_case(p, &d.by, &given, "fp16-flash");
        ck_assert(given.value[0] == (double)INFINITY);
        given.value[0] *= _i == 0 ? 1 : -1;
        ck_assert_int_eq(plumb_compare(&judged, &options, &report, &error), 0);
        ck_assert_int_eq(report.tensor[PLUMB_VALUE_GRADIENT].verdict == PLUMB_PASS, _i == 0);
        free_backward(&given);
        free_drawn(&d);
    }
}
END_TEST

START_TEST(what_cannot_be_judged_is_refused) {
    random_cases cases = random_begin("refused gradients", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_backward(&cases, draw_engine(&cases, 0), "f32", true);
        plumb_report report;
        plumb_error error;
        backward_answers given = run_backward(&d.by, &d.drawn.problem, RIGHT_BACKWARD);
        plumb_case judged = backward_case(&d.drawn.problem, &d.by, &given, "f32");
        plumb_compare_options some = {.to = 1}, drawn = {.sample = 1}, all = {.threads = 1};
        ck_assert_int_eq(plumb_compare(&judged, &some, &report, &error), -1);
        ck_assert_str_eq(error.text,
                         "a backward pass: dq: gradients are judged of all rows, not of some");
        ck_assert_int_eq(plumb_compare(&judged, &drawn, &report, &error), -1);
        judged.problem.extra.gate = d.gradient;
        ck_assert_int_eq(plumb_compare(&judged, &all, &report, &error), -1);
        ck_assert_str_eq(error.text, "a backward pass: dq: not available yet for a gate");
        judged.problem.extra.gate = NULL;
        judged.problem.loss.output = NULL;
        ck_assert_int_eq(plumb_compare(&judged, &all, &report, &error), -1);
        ck_assert_str_eq(error.text, "a backward pass: out_grad: missing; dq needs the gradient of the output");
        free_backward(&given);
        free_drawn(&d);
    }
}
END_TEST

/* Nothing is known to be impossible where the forward pass is not. */
START_TEST(without_outputs_nothing_is_impossible) {
    random_cases cases = random_begin("gradients alone", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_backward(&cases, draw_engine(&cases, 0), "f32", true);
        plumb_compare_options options = {.threads = 1};
        plumb_report report;
        plumb_error error;
        backward_answers given = run_backward(&d.by, &d.drawn.problem, DELTA_OMITTED);
        plumb_case judged = backward_case(&d.drawn.problem, &d.by, &given, "f32");
        judged.output.present = judged.lse.present = false;
        ck_assert_int_eq(plumb_compare(&judged, &options, &report, &error), 0);
        ck_assert_int_eq(report.verdict, PLUMB_SUSPECT);
        ck_assert(report.tensor[PLUMB_QUERY_GRADIENT].beyond > 0 && !report.tensor[PLUMB_QUERY_GRADIENT].decided);
        free_backward(&given);
        free_drawn(&d);
    }
}
END_TEST

/* Nor where the gradient in the output has more bits than the output. */
START_TEST(of_finer_losses_nothing_is_impossible) {
    random_cases cases = random_begin("finer losses", 1);
    while (random_next(&cases)) {
        drawn_backward d = draw_backward(&cases, draw_engine(&cases, 1), "bf16-flash", true);
        plumb_report report;
        d.gradient[0] = 1 + 0x1p-12;
        judge_backward(&d, DELTA_OMITTED, &report);
        ck_assert_int_eq(report.tensor[PLUMB_OUTPUT].verdict, PLUMB_PASS);
        ck_assert_int_eq(report.verdict, PLUMB_SUSPECT);
        free_drawn(&d);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gradients");
    TCase *tcase = tcase_create("gradients");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, right_backward_passes_pass);
    tcase_add_loop_test(tcase, deviations_are_about_right, 0, MODELS);
    tcase_add_loop_test(tcase, numbers_of_right_ones_are_possible, 0, MODELS);
    tcase_add_loop_test(tcase, numbers_that_are_turned_back_are_possible, 0, MODELS);
    tcase_add_loop_test(tcase, gradients_that_are_no_numbers_fail, 0, 2);
    tcase_add_loop_test(tcase, gradients_beyond_a_format_are_infinite, 0, 2);
    tcase_add_test(tcase, a_kink_that_a_store_crosses_is_expected);
    tcase_add_loop_test(tcase, what_overflows_where_vectors_are_moved_is_no_failure, 0, 2);
    tcase_add_test(tcase, what_cannot_be_judged_is_refused);
    tcase_add_test(tcase, without_outputs_nothing_is_impossible);
    tcase_add_test(tcase, of_finer_losses_nothing_is_impossible);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
