/* test_deviation.c - errors of simulated engines are in the deviations of their numbers, and other errors are
   detected. */
#include "simulate/deviation.h"
#include "bundle/rows.h"
#include "precision/precision_text.h"
#include "tests/simulate/drawn_case.h"
#include "simulate/element_deviation.h"

enum { KEYS = 256, DIM = 4 };

/* Of the first number of the first row, in a tensor of that format. */
static double deviation_in(const plumb_problem *p, const char *model, plumb_quantity quantity, plumb_format format) {
    plumb_rows rows;
    plumb_deviation deviation;
    plumb_precision precision;
    plumb_error error;
    ck_assert_int_eq(plumb_precision_parse(model, "a test", &precision, &error), 0);
    ck_assert_int_eq(plumb_rows_init(&rows, p, 1, PLUMB_KEEP_ALL), 0);
    ck_assert_int_eq(plumb_deviation_init(&deviation, p, &precision), 0);
    plumb_row *row = plumb_rows_get(&rows, 0, 0, 0);
    plumb_deviation_set(&deviation, 0, 0, 0, row);
    double x = plumb_deviation_of(&deviation, quantity, 0, plumb_row_ball(row, quantity, 0).mid, format);
    plumb_deviation_free(&deviation);
    plumb_rows_free(&rows);
    return x;
}

static double deviation_of_output(const plumb_problem *p) {
    return deviation_in(p, "f32", PLUMB_OUTPUT, PLUMB_F32);
}

/* A key of all the weight comes first; each of the others is less than half a unit of the sum, to which it adds
   nothing, and together they are 90 units. */
START_TEST(weights_that_sums_lose_are_in_the_deviation) {
    random_cases cases = random_begin("lost weights", 1);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, one_head(1, KEYS, DIM, DIM), ORDINARY);
        drawn.problem.scale.text = "1";
        for (size_t c = 0; c < DIM; c++)
            drawn.query[c] = c == 0;
        for (size_t j = 0; j < KEYS; j++) {
            drawn.key[j * DIM] = j == 0 ? 0 : -17.4;
            drawn.value[j * DIM] = j == 0 ? 1 : 0;
        }
        double lost = (KEYS - 1) * exp(-17.4);
        ck_assert_double_gt(deviation_of_output(&drawn.problem), 0.9 * lost);
        for (size_t j = 1; j < KEYS; j++)
            drawn.key[j * DIM] = -14; /* more than half a unit */
        ck_assert_double_lt(deviation_of_output(&drawn.problem), lost);
        free_problem(&drawn);
    }
}
END_TEST

/* Squares of the largest and the smallest numbers are infinite and 0. */
START_TEST(deviations_grow_with_the_values) {
    static const int exponents[] = {-560, -300, 300, 520};
    random_cases cases = random_begin("sizes of values", 5);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, one_head(1, 20, DIM, DIM), ORDINARY);
        double usual = deviation_in(&drawn.problem, "f64", PLUMB_OUTPUT, PLUMB_F64);
        for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
            for (size_t at = 0; at < (size_t)20 * DIM; at++)
                drawn.value[at] = ldexp(drawn.value[at], exponents[i]);
            double of_size = deviation_in(&drawn.problem, "f64", PLUMB_OUTPUT, PLUMB_F64);
            ck_assert_double_le(fabs(ldexp(of_size, -exponents[i]) / usual - 1), 1e-6);
            for (size_t at = 0; at < (size_t)20 * DIM; at++)
                drawn.value[at] = ldexp(drawn.value[at], -exponents[i]);
        }
        free_problem(&drawn);
    }
}
END_TEST

/* Of a score of one product: a rounding of what is scaled, and one of the scale. */
START_TEST(a_score_has_the_roundings_of_its_inputs) {
    random_cases cases = random_begin("roundings of inputs", 1);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, one_head(1, 1, 1, 1), ORDINARY);
        drawn.problem.scale.text = "3";
        drawn.query[0] = 1.25;
        drawn.key[0] = 1.5;
        double unit = plumb_format_rounding(PLUMB_BF16).unit;
        double off = deviation_in(&drawn.problem, "f64,input=bf16", PLUMB_SCORES, PLUMB_F64);
        ck_assert_double_le(fabs(off / (unit * sqrt(0.36) * 3 * 1.25 * 1.5) - 1), 0.02);
        free_problem(&drawn);
    }
}
END_TEST

/* Of a score of nothing: half a smallest number of its own, and of what is scaled and the scale. */
START_TEST(a_score_has_what_underflows) {
    random_cases cases = random_begin("what underflows", 1);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, one_head(1, 1, 1, 1), ORDINARY);
        drawn.problem.scale.text = "3";
        drawn.query[0] = drawn.key[0] = 0;
        double of_inputs = deviation_in(&drawn.problem, "f64,input=f16", PLUMB_SCORES, PLUMB_F64);
        double of_score = deviation_in(&drawn.problem, "f64,score=f16", PLUMB_SCORES, PLUMB_F64);
        double of_both = deviation_in(&drawn.problem, "f64,input=f16,score=f16", PLUMB_SCORES, PLUMB_F64);
        ck_assert_double_ge(of_inputs, 4 * plumb_format_rounding(PLUMB_F16).tiny);
        ck_assert_double_ge(of_score, plumb_format_rounding(PLUMB_F16).tiny);
        ck_assert_double_le(fabs(of_both / (of_inputs + of_score) - 1), 0.02);
        free_problem(&drawn);
    }
}
END_TEST

/* What is divided by a sum is off by as much less, and less yet, for what all have in common divides out.  All scores
   are 4, so that activations add up to 64. */
START_TEST(weights_that_are_divided_are_off_by_less) {
    random_cases cases = random_begin("divided weights", 5);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, one_head(1, 16, DIM, DIM), ORDINARY);
        drawn.problem.scale.text = "1";
        drawn.problem.op.kind = PLUMB_RELU;
        for (size_t c = 0; c < DIM; c++)
            drawn.query[c] = 2 * (c == 0);
        for (size_t j = 0; j < 16; j++)
            drawn.key[j * DIM] = 2;
        drawn.problem.op.normalisation = PLUMB_UNNORMALISED;
        double whole = deviation_of_output(&drawn.problem);
        drawn.problem.op.normalisation = PLUMB_SUM;
        double divided = deviation_of_output(&drawn.problem);
        ck_assert_double_gt(divided, 0);
        ck_assert_double_le(divided, whole / 64);
        free_problem(&drawn);
    }
}
END_TEST

/* A bias and a gate are no part of what the keys make. */
START_TEST(parts_are_those_before_bias_and_gate) {
    random_cases cases = random_begin("parts of outputs", 5);
    while (random_next(&cases)) {
        double bias[DIM], gate[1] = {random_normal(&cases)}, opened = 1 / (1 + exp(-gate[0]));
        drawn_problem drawn = draw_problem(&cases, one_head(1, 20, DIM, DIM), ORDINARY);
        plumb_deviation deviation;
        plumb_rows rows;
        ck_assert_int_eq(plumb_rows_init(&rows, &drawn.problem, 1, PLUMB_KEEP_ALL), 0);
        ck_assert_int_eq(plumb_deviation_init(&deviation, &drawn.problem, plumb_precision_find("f32")), 0);
        plumb_row *row = plumb_rows_get(&rows, 0, 0, 0);
        plumb_deviation_set(&deviation, 0, 0, 0, row);
        plumb_row_errors shared = plumb_deviation_row_errors(&deviation);
        draw_numbers(&cases, ORDINARY, bias, DIM);
        drawn.problem.extra.value_bias = bias;
        drawn.problem.extra.gate = gate;
        for (size_t c = 0; c < DIM; c++) {
            double keys = row->output[c].mid;
            plumb_error_parts parts = plumb_deviation_parts(&deviation, &shared, c, opened * (keys + bias[c]), 1);
            ck_assert_double_le(fabs(parts.sum * parts.unit / opened - keys), 1e-12 * (fabs(keys) + fabs(bias[c])));
        }
        plumb_deviation_free(&deviation);
        plumb_rows_free(&rows);
        free_problem(&drawn);
    }
}
END_TEST

/* Scores as large as trained models have them, and stored in bfloat16: each is off by as much as a wrong scale makes
   it, all together are not. */
START_TEST(a_wrong_scale_of_large_scores_is_told) {
    random_cases cases = random_begin("wrong scales", 3);
    size_t told = 0, all = 0;
    static const drawn_size size = {.heads = 4,
                                    .queries = 64,
                                    .keys = 96,
                                    .dim = 64,
                                    .largest = 36,
                                    .rotated = true,
                                    .model = "bf16-eager",
                                    .format = PLUMB_BF16};
    while (random_next(&cases)) {
        drawn_problem drawn = draw_case(&cases, &size);
        simulated_engine engine = draw_engine(&cases, &size);
        plumb_problem by = drawn.problem;
        double *output = malloc(plumb_rows_of(&by) * size.dim * sizeof *output);
        by.scale.text = "0.1275"; /* 1.02 / 8 */
        answer_case(&drawn.problem, &engine, size.format, output);
        ck_assert_int_eq(judge_case(&drawn.problem, &size, output).verdict, PLUMB_PASS);
        answer_case(&by, &engine, size.format, output);
        told += judge_case(&drawn.problem, &size, output).verdict != PLUMB_PASS;
        all++;
        free(output);
        free_problem(&drawn);
    }
    ck_assert_uint_ge(10 * told, 9 * all);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/deviation");
    TCase *cases = tcase_create("deviation");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_test(cases, deviations_grow_with_the_values);
    tcase_add_test(cases, a_score_has_the_roundings_of_its_inputs);
    tcase_add_test(cases, a_score_has_what_underflows);
    tcase_add_test(cases, weights_that_sums_lose_are_in_the_deviation);
    tcase_add_test(cases, weights_that_are_divided_are_off_by_less);
    tcase_add_test(cases, parts_are_those_before_bias_and_gate);
    tcase_add_test(cases, a_wrong_scale_of_large_scores_is_told);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
