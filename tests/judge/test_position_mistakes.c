/* test_position_mistakes.c - simulated engines of positional encodings other than rotations at the sizes of real ones:
   each that is wrong fails, and is right without its mistake. */
#include "tests/judge/realistic_positions.h"

static const wrong_position wrong_positions[] = {
    {.name = "sinusoidal interleaved for concatenated",
     .made = SINUSOIDAL_OTHER_LAYOUT,
     .position = {.kind = PLUMB_POSITION_SINUSOIDAL, .sinusoidal_base = 10000}},
    {.name = "sinusoidal's query one on",
     .made = QUERY_AT_NEXT_POSITION,
     .position = {.kind = PLUMB_POSITION_SINUSOIDAL, .sinusoidal_base = 10000}},
    {.name = "learned without its offset",
     .made = LEARNED_WITHOUT_OFFSET,
     .position = {.kind = PLUMB_POSITION_LEARNED, .offset = 2, .table_rows = 64}},
    {.name = "alibi's slopes from 1",
     .made = ALIBI_SLOPES_FROM_ONE,
     .position = {.kind = PLUMB_POSITION_ALIBI}},
    {.name = "alibi reversed",
     .made = DISTANCE_REVERSED,
     .position = {.kind = PLUMB_POSITION_ALIBI}},
    {.name = "alibi by key under a sink",
     .made = ALIBI_BY_KEY,
     .position = {.kind = PLUMB_POSITION_ALIBI},
     .sink = PLUMB_SINK_ZERO},
    {.name = "alibi's positions in bf16",
     .made = POSITIONS_IN_BF16,
     .position = {.kind = PLUMB_POSITION_ALIBI, .alibi = PLUMB_ALIBI_KEY},
     .first = 300},
    {.name = "t5 reversed",
     .made = DISTANCE_REVERSED,
     .position = {.kind = PLUMB_POSITION_T5, .buckets = 32, .max_distance = 128}},
    {.name = "t5 of both directions reversed",
     .made = DISTANCE_REVERSED,
     .position =
         {.kind = PLUMB_POSITION_T5, .buckets = 32, .max_distance = 128, .bidirectional = true},
     .bidirectional = true},
    {.name = "bucket-index reversed",
     .made = DISTANCE_REVERSED,
     .position = {.kind = PLUMB_POSITION_BUCKET_INDEX, .buckets = 32, .max_distance = 128}},
    {.name = "relative-table reversed",
     .made = DISTANCE_REVERSED,
     .position = {.kind = PLUMB_POSITION_RELATIVE_TABLE, .table_rows = 17}},
    {.name = "shaw reversed",
     .made = DISTANCE_REVERSED,
     .position = {.kind = PLUMB_POSITION_SHAW, .table_rows = 17}},
    {.name = "shaw's rows unscaled",
     .made = SHAW_UNSCALED,
     .position = {.kind = PLUMB_POSITION_SHAW, .table_rows = 17}},
    {.name = "shaw without values",
     .made = SHAW_VALUES_OMITTED,
     .position = {.kind = PLUMB_POSITION_SHAW, .table_rows = 17}},
};

enum { WRONG_POSITIONS = sizeof wrong_positions / sizeof *wrong_positions };

START_TEST(wrong_engines_fail) {
    check_wrong_engines(&wrong_positions[_i]);
}
END_TEST

/* Rows that see no key, of a mask that hides all but the first keys of some queries. */
static drawn_problem problem_with_empty_rows(random_cases *cases) {
    plumb_problem shape = realistic_shape();
    shape.causal.offset = -20;
    shape.empty_row = PLUMB_EMPTY_ROW_MEAN;
    return draw_problem(cases, shape, ORDINARY);
}

START_TEST(empty_rows_are_means) {
    random_cases cases = random_begin("mean of all values", 5);
    while (random_next(&cases))
        for (size_t n = 0; n < OPERATOR_ENGINES; n++) {
            const operator_engine *by = &operator_engines[n];
            drawn_problem drawn = problem_with_empty_rows(&cases);
            plumb_report report;
            round_problem(&drawn, by->output);
            judge(&drawn.problem, by, NO_MISTAKE, &report);
            ck_assert_msg(report.verdict == PLUMB_PASS, "by %s: %s", by->name,
                          plumb_verdict_name(report.verdict));
            judge(&drawn.problem, by, EMPTY_ROWS_OMITTED, &report);
            ck_assert_msg(report.tensor[PLUMB_OUTPUT].verdict == PLUMB_FAIL &&
                              report.tensor[PLUMB_WEIGHTS].verdict == PLUMB_FAIL,
                          "zeros by %s: %s", by->name, plumb_verdict_name(report.verdict));
            free_problem(&drawn);
        }
}
END_TEST

/* Key and row of the table are added first and stored in binary16: each sum loses the same. */
START_TEST(shaw_sums_may_be_stored) {
    enum { DIM = 8, KEYS = 2 };
    plumb_problem shape = one_head(1, KEYS, DIM, 1);
    shape.scale.text = "1";
    shape.position = (plumb_position){.kind = PLUMB_POSITION_SHAW, .table_rows = 3};
    for (size_t n = 0; n < OPERATOR_ENGINES; n++) {
        const operator_engine *by = &operator_engines[n];
        drawn_problem drawn = blank_problem(shape);
        plumb_report report;
        give_position(&drawn, POSITION_TABLE);
        for (size_t c = 0; c < DIM; c++) {
            drawn.query[c] = drawn.key[c] = drawn.key[DIM + c] = 1;
            drawn.position[POSITION_TABLE][DIM + c] = 0.75 * 0x1p-11;
        }
        judge(&drawn.problem, by, NO_MISTAKE, &report);
        ck_assert_msg(report.verdict != PLUMB_FAIL, "by %s: %s", by->name,
                      plumb_verdict_name(report.verdict));
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/position_mistakes");
    TCase *cases = tcase_create("position_mistakes");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_loop_test(cases, wrong_engines_fail, 0, WRONG_POSITIONS);
    tcase_add_test(cases, empty_rows_are_means);
    tcase_add_test(cases, shaw_sums_may_be_stored);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
