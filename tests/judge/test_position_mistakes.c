/* test_position_mistakes.c - simulated engines of positional encodings at the sizes of real ones: each that is wrong
   fails, and is right without its mistake. */
#include "tests/judge/realistic_positions.h"

static const wrong_position wrong_positions[] = {
    {.name = "rope interleaved for half", .made = ROPE_OTHER_LAYOUT, .position = ROPE(.factor = 1)},
    {.name = "rope half for interleaved",
     .made = ROPE_OTHER_LAYOUT,
     .position = ROPE(.layout = PLUMB_ROPE_INTERLEAVED)},
    {.name = "rope with base 10000 for 500000",
     .made = ROPE_OTHER_BASE,
     .position = {.kind = PLUMB_POSITION_ROPE, .rope = {.dim = 32, .base = 500000}}},
    {.name = "yarn truncated",
     .made = ROPE_TRUNCATED,
     .position = {.kind = PLUMB_POSITION_ROPE, .rope = ROPE_OF_GPT_OSS(32)}},
    {.name = "yarn without attention factor",
     .made = ROPE_MULTIPLIER_OMITTED,
     .position = ROPE(.scaling = PLUMB_ROPE_YARN, .factor = 4, .original = 4096, .beta_fast = 32,
                      .beta_slow = 1)},
    {.name = "temperature left out",
     .made = TEMPERATURE_OMITTED,
     .position = {.kind = PLUMB_POSITION_TEMPERATURE, .temperature = {0.1, 8, 1}}},
    {.name = "temperature from position 0",
     .made = TEMPERATURE_FROM_0,
     .position = {.kind = PLUMB_POSITION_TEMPERATURE, .temperature = {0.5, 8, 1}}},
    {.name = "temperature left out beside rope",
     .made = TEMPERATURE_OMITTED,
     .position = {.kind = PLUMB_POSITION_ROPE, .rope = {.dim = 16, .base = 10000}, .temperature = {0.1, 8, 0}}},
    {.name = "rope of the first elements for the last",
     .made = ROPE_OTHER_PART,
     .position = {.kind = PLUMB_POSITION_ROPE, .rope = {.dim = 16, .last = true, .base = 10000}}},
    {.name = "rope's sections interleaved for in blocks",
     .made = ROPE_OTHER_ORDER,
     .position = ROPE(.sections = {3, {6, 5, 5}}),
     .first = 7},
    {.name = "rope's sections in blocks for interleaved",
     .made = ROPE_OTHER_ORDER,
     .position = ROPE(.sections = {3, {6, 5, 5}}, .order = PLUMB_SECTIONS_INTERLEAVED),
     .first = 7},
    {.name = "rope by time alone", .made = ROPE_AXIS_0, .position = ROPE(.sections = {3, {6, 5, 5}}), .first = 7},
    {.name = "rope's axes exchanged",
     .made = ROPE_AXES_SWAPPED,
     .position = ROPE(.sections = {2, {8, 8}}, .frequencies = PLUMB_FREQUENCIES_RESTARTED),
     .first = 7},
    {.name = "rope's query one on", .made = QUERY_AT_NEXT_POSITION, .position = ROPE(.factor = 1)},
    {.name = "rope's positions in bf16",
     .made = POSITIONS_IN_BF16,
     .position = ROPE(.factor = 1),
     .first = 300},
    {.name = "rope's positions in bf16, far",
     .made = POSITIONS_IN_BF16,
     .position = ROPE(.factor = 1),
     .first = 8192},
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

static void check_wrong(random_cases *cases, const wrong_position *wrong,
                        const operator_engine *by) {
    drawn_problem drawn = realistic_problem(cases, wrong);
    check_mistake(&drawn.problem, by, wrong->made, wrong->name);
    free_problem(&drawn);
}

/* In binary32; what 16 bits hide is another matter. */
START_TEST(wrong_engines_fail) {
    random_cases cases = random_begin("wrong positions", 1);
    while (random_next(&cases))
        for (size_t n = 0; n < OPERATOR_ENGINES; n++)
            if (is_binary32(&operator_engines[n]))
                check_wrong(&cases, &wrong_positions[_i], &operator_engines[n]);
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
