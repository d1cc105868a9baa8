/* test_biased_engines.c - engines whose roundings lean to one side: P truncated, P rounded with an unrounded sum of P,
   operands truncated.  Each is SUSPECT if the stated precision rounds otherwise, and PASS if it states this; a correct
   output PASSes and has almost no bias. */
#include "report/report_bias.h"
#include "precision/precision_text.h"
#include "tests/simulate/drawn_case.h"

static const drawn_size long_rows = {.heads = 2,
                                     .queries = 128,
                                     .keys = 128,
                                     .dim = 64,
                                     .largest = 4,
                                     .rotated = true,
                                     .model = "bf16-flash",
                                     .format = PLUMB_BF16};

/* Neither size nor scale of the errors is beyond what is expected. */
static bool errs_as_honest_ones(const plumb_tensor_report *t) {
    return t->beyond == 0 && t->impossible == 0 && t->stand.row <= 1 && t->stand.head <= 1 && t->stand.whole <= 1 &&
           t->stand.weight <= 1 && fabs(t->stand.scale) <= t->stand.scale_limit;
}

/* The answer of an engine that keeps to `by`, judged as if it kept to the precision of the size. */
static plumb_report judge_engine(const drawn_problem *drawn, const drawn_size *size, const simulated_engine *by) {
    double *output = malloc(plumb_rows_of(&drawn->problem) * size->dim * sizeof *output);
    answer_case(&drawn->problem, by, size->format, output);
    plumb_report report = judge_case(&drawn->problem, size, output);
    free(output);
    return report;
}

static plumb_report judge_stated(const drawn_problem *drawn, const drawn_size *size, const char *stated,
                                 const simulated_engine *by) {
    drawn_size other = *size;
    plumb_precision precision;
    plumb_error error;
    demand(plumb_precision_parse(stated, "precision", &precision, &error) == 0, error.text);
    other.model = stated;
    return judge_engine(drawn, &other, by);
}

static void check_right(const drawn_problem *drawn, const drawn_size *size, const simulated_engine *by) {
    plumb_report report = judge_engine(drawn, size, by);
    const plumb_stand *stand = &report.tensor[PLUMB_OUTPUT].stand;
    ck_assert_int_eq(report.verdict, PLUMB_PASS);
    ck_assert(!plumb_bias_leans_along(&stand->bias));
    ck_assert_double_lt(plumb_stand_bias_share(stand), 0.6);
}

START_TEST(p_that_is_cut_is_told_where_rounding_is_stated) {
    random_cases cases = random_begin("P cut", 4);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_case(&cases, &long_rows);
        simulated_engine right = draw_engine(&cases, &long_rows), cut = right;
        cut.probability.cut = true;
        cut.sums_stored = false;
        check_right(&drawn, &long_rows, &right);
        plumb_report report = judge_engine(&drawn, &long_rows, &cut);
        const plumb_tensor_report *t = &report.tensor[PLUMB_OUTPUT];
        ck_assert(report.verdict == PLUMB_SUSPECT && errs_as_honest_ones(t));
        ck_assert_double_lt(t->stand.bias.along, -t->stand.bias.along_limit);
        ck_assert_double_eq_tol(t->stand.bias.along, -0.72 * 0x1p-8, 0.0005);
        ck_assert_str_eq(plumb_growth_name(t->stand.bias.growth), "keys");
        report = judge_stated(&drawn, &long_rows, "bf16-flash,probability=bf16-cut", &cut);
        ck_assert_int_eq(report.verdict, PLUMB_PASS);
        ck_assert(plumb_bias_leans_along(&report.tensor[PLUMB_OUTPUT].stand.bias));
        free_problem(&drawn);
    }
}
END_TEST

/* Scores so close to their largest that every P is rounded up to 1.  Simulated evaluations of bf16-flash do the
   same: the report says so, and accuses none; beside P in binary32 it is beyond all that is expected. */
START_TEST(p_rounded_beside_a_sum_that_is_not_leans_as_honest_evaluations_do) {
    drawn_size size = long_rows;
    size.largest = 0.0015;
    random_cases cases = random_begin("sums of P", 4);
    while (random_next(&cases)) {
        char text[PLUMB_FACT_TEXT];
        drawn_problem drawn = draw_case(&cases, &size);
        simulated_engine beside = engine_within(plumb_precision_find("bf16-flash")), summed = beside;
        summed.sums_stored = true;
        plumb_report report = judge_engine(&drawn, &size, &beside);
        const plumb_bias *bias = &report.tensor[PLUMB_OUTPUT].stand.bias;
        ck_assert_int_eq(report.verdict, PLUMB_PASS);
        ck_assert(plumb_bias_leans_along(bias) && bias->along > 0);
        ck_assert_ptr_nonnull(strstr(plumb_bias_fact(&report, text), "% too large ("));
        report = judge_stated(&drawn, &size, "bf16-flash,probability=f32", &beside);
        ck_assert_int_ne(report.verdict, PLUMB_PASS);
        ck_assert_double_gt(bias->along, 2 * bias->along_limit);
        check_right(&drawn, &size, &summed);
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(operands_that_are_cut_are_told_where_rounding_is_stated) {
    drawn_size size = long_rows;
    size.model = "tf32";
    size.format = PLUMB_F32;
    random_cases cases = random_begin("operands cut", 4);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_case(&cases, &size);
        simulated_engine right = draw_engine(&cases, &size), cut = right;
        cut.operand.cut = cut.probability.cut = true;
        check_right(&drawn, &size, &right);
        plumb_report report = judge_engine(&drawn, &size, &cut);
        const plumb_stand *stand = &report.tensor[PLUMB_OUTPUT].stand;
        ck_assert_int_eq(report.verdict, PLUMB_SUSPECT);
        ck_assert_double_lt(stand->bias.along, -2 * stand->bias.along_limit);
        ck_assert_int_eq(judge_stated(&drawn, &size, "tf32-cut", &cut).verdict, PLUMB_PASS);
        free_problem(&drawn);
    }
}
END_TEST

/* One head of three. */
START_TEST(a_head_alone_that_leans_is_told_and_named) {
    drawn_size size = long_rows;
    size.heads = 3;
    random_cases cases = random_begin("a biased head", 3);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_case(&cases, &size);
        simulated_engine right = draw_engine(&cases, &size);
        size_t numbers = size.queries * size.dim;
        double *output = malloc(3 * numbers * sizeof *output);
        char text[PLUMB_FACT_TEXT];
        answer_case(&drawn.problem, &right, size.format, output);
        for (size_t i = numbers; i < 2 * numbers; i++)
            output[i] = in_format(size.format, output[i] * 1.005);
        plumb_report report = judge_case(&drawn.problem, &size, output);
        const plumb_case stated = {.problem = drawn.problem};
        const plumb_tensor_report *t = &report.tensor[PLUMB_OUTPUT];
        report.judged = &stated;
        ck_assert(report.verdict == PLUMB_SUSPECT && errs_as_honest_ones(t));
        ck_assert_uint_eq(t->stand.biased_head, 1);
        ck_assert_double_eq_tol(t->stand.head_bias.along, 0.005, 0.001);
        ck_assert_uint_eq(report.heads[PLUMB_OUTPUT].count, 3);
        ck_assert_ptr_nonnull(strstr(plumb_reason_fact(&report, PLUMB_OUTPUT, text), "outputs seem to be 1.00"));
        free(output);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/biased engines");
    TCase *cases = tcase_create("biased engines");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_test(cases, p_that_is_cut_is_told_where_rounding_is_stated);
    tcase_add_test(cases, p_rounded_beside_a_sum_that_is_not_leans_as_honest_evaluations_do);
    tcase_add_test(cases, operands_that_are_cut_are_told_where_rounding_is_stated);
    tcase_add_test(cases, a_head_alone_that_leans_is_told_and_named);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
