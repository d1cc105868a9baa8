/* test_position_budget.c - simulated engines of every positional encoding: none that is right ever
   fails, each that is wrong does. */
#include "tests/compare/judged_engines.h"
#include "tests/support/ropes.h"

/* Problems of each encoding. */
#define PROBLEMS 120

static const char *const encodings[] = {"none", "sinusoidal",   "learned",        "rope", "alibi",
                                        "t5",   "bucket-index", "relative-table", "shaw"};

/* Far positions are for `right_engines_never_fail`: there binary32 says little of a fast pair. */
static void bring_near(random_cases *cases, drawn_problem *drawn) {
    const plumb_problem *p = &drawn->problem;
    bool table = p->position.kind == PLUMB_POSITION_LEARNED || p->position.rope.cosine != NULL;
    drawn->problem.position.offset %= 64;
    if (table || drawn->query_position == NULL)
        return;
    for (size_t i = 0; i < p->batch * p->query_length; i++)
        drawn->query_position[i] = (int64_t)random_below(cases, 4096);
    for (size_t i = 0; i < p->batch * p->key_length; i++)
        drawn->key_position[i] = (int64_t)random_below(cases, 4096);
}

static void check_encoding(plumb_position_kind kind, problem_character character, bool near,
                           usage *used) {
    uint64_t usual = character == ORDINARY ? PROBLEMS : PROBLEMS / 4;
    random_cases cases = random_begin("position budgets", usual);
    while (random_next(&cases)) {
        random_round(&cases, (int)kind);
        const operator_engine *by = &operator_engines[random_below(&cases, OPERATOR_ENGINES)];
        bool softmax = random_below(&cases, 2) == 0;
        size_t variant = softmax ? 0 : random_below(&cases, OPERATOR_VARIANTS);
        drawn_problem drawn =
            draw_position_problem(&cases, operator_of_variant(variant), kind, character);
        plumb_report report;
        if (near)
            bring_near(&cases, &drawn);
        if (round_problem(&drawn, by->output) && judge(&drawn.problem, by, NO_MISTAKE, &report))
            check_none_fails(&report, &drawn.problem, by, cases.number, used);
        free_problem(&drawn);
    }
}

START_TEST(right_engines_pass) {
    usage used = {.problems = 0};
    check_encoding((plumb_position_kind)_i, ORDINARY, true, &used);
    show_usage(encodings[_i], &used);
    ck_assert_double_gt((double)used.problems, 0.6 * random_effort() * PROBLEMS - 5);
    check_shares(&used, 0.85);
}
END_TEST

START_TEST(right_engines_never_fail) {
    usage used = {.problems = 0};
    check_encoding((plumb_position_kind)_i, ORDINARY, false, &used);
    check_encoding((plumb_position_kind)_i, INTEGERS, false, &used);
    check_encoding((plumb_position_kind)_i, COMPANIONS, false, &used);
    check_encoding((plumb_position_kind)_i, LARGE_SCORES, false, &used);
    check_encoding((plumb_position_kind)_i, TINY, false, &used);
    show_usage(encodings[_i], &used);
}
END_TEST

/* A wrong engine, and an encoding that shows it. */
typedef struct {
    const char *name;
    operator_mistake made;
    plumb_position position;
    int64_t first; /* position of the first query and key; 0: no position ids */
    plumb_sink sink;
    bool bidirectional; /* no causal mask */
} wrong_position;

#define ROPE(...)                                                                                  \
    {                                                                                              \
        .kind = PLUMB_POSITION_ROPE, .rope = {.dim = 32, .base = 10000, __VA_ARGS__ }              \
    }

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

static void fill(random_cases *cases, double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        x[i] = random_normal(cases);
}

static plumb_problem realistic_shape(void) {
    plumb_problem shape = one_head(48, 48, 32, 16);
    shape.query_heads = 3;
    shape.key_heads = 3;
    shape.causal.causal = true;
    return shape;
}

static drawn_problem realistic_problem(random_cases *cases, const wrong_position *wrong) {
    plumb_problem shape = realistic_shape();
    shape.position = wrong->position;
    shape.op.sink = wrong->sink;
    shape.causal.causal = !wrong->bidirectional;
    drawn_problem drawn = draw_problem(cases, shape, ORDINARY);
    const plumb_position *position = &drawn.problem.position;
    for (size_t i = 0; i < query_numbers(&drawn.problem); i++)
        drawn.query[i] = 2 * random_normal(cases);
    if (position_numbers(&drawn.problem, POSITION_TABLE) > 0) {
        give_position(&drawn, POSITION_TABLE);
        fill(cases, drawn.position[POSITION_TABLE],
             position_numbers(&drawn.problem, POSITION_TABLE));
    }
    if (position->kind == PLUMB_POSITION_SHAW) {
        give_position(&drawn, POSITION_VALUES);
        fill(cases, drawn.position[POSITION_VALUES],
             position_numbers(&drawn.problem, POSITION_VALUES));
    }
    if (wrong->first > 0) {
        give_position_ids(&drawn);
        for (size_t t = 0; t < drawn.problem.query_length; t++)
            drawn.query_position[t] = drawn.key_position[t] = wrong->first + (int64_t)t;
    }
    round_problem(&drawn, PLUMB_F32);
    return drawn;
}

static void check_wrong(random_cases *cases, const wrong_position *wrong,
                        const operator_engine *by) {
    drawn_problem drawn = realistic_problem(cases, wrong);
    check_mistake(&drawn.problem, by, wrong->made, wrong->name);
    free_problem(&drawn);
}

/* In binary32; what 16 bits hide is another matter. */
START_TEST(wrong_engines_fail) {
    random_cases cases = random_begin("wrong positions", 2);
    while (random_next(&cases))
        for (size_t n = 0; n < OPERATOR_ENGINES; n++)
            if (is_binary32(&operator_engines[n]))
                check_wrong(&cases, &wrong_positions[_i], &operator_engines[n]);
}
END_TEST

static const plumb_rope long_contexts[] = {
    {.dim = 32, .base = 10000},
    {.dim = 16, .base = 1e6, .layout = PLUMB_ROPE_INTERLEAVED},
    {.dim = 32, .base = 10000, .scaling = PLUMB_ROPE_LINEAR, .factor = 4},
    {.dim = 32, .base = 10000, .scaling = PLUMB_ROPE_NTK, .factor = 2},
    {.dim = 32,
     .base = 10000,
     .scaling = PLUMB_ROPE_DYNAMIC,
     .factor = 2,
     .original = 4096,
     .length = 1 << 20},
    ROPE_OF_GPT_OSS(32),
    {.dim = 32,
     .base = 500000,
     .scaling = PLUMB_ROPE_LLAMA3,
     .factor = 8,
     .original = 8192,
     .low_frequency = 1,
     .high_frequency = 4,
     .layout = PLUMB_ROPE_DEINTERLEAVED},
};

enum { LONG_CONTEXTS = sizeof long_contexts / sizeof *long_contexts };

static void check_context(random_cases *cases, const plumb_rope *rope, int64_t first,
                          const operator_engine *by) {
    wrong_position right = {.position = {.kind = PLUMB_POSITION_ROPE, .rope = *rope},
                            .first = first};
    drawn_problem drawn = realistic_problem(cases, &right);
    plumb_report report;
    round_problem(&drawn, by->output);
    judge(&drawn.problem, by, NO_MISTAKE, &report);
    /* In sixteen bits large scores, in binary32 far angles can be too uncertain to judge. */
    bool certain = by->output == PLUMB_F64 || (by->output == PLUMB_F32 && first <= 1 << 13);
    size_t suspect = 0;
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        suspect += report.tensor[q].suspect;
    ck_assert_msg(report.verdict != PLUMB_FAIL && suspect == 0 &&
                      (report.verdict == PLUMB_PASS || !certain),
                  "from %lld by %s: %s, %zu suspect", (long long)first, by->name,
                  plumb_verdict_name(report.verdict), suspect);
    free_problem(&drawn);
}

START_TEST(long_contexts_pass) {
    static const int64_t first[] = {1, 1 << 13, 1 << 17, 1 << 20};
    random_cases cases = random_begin("long contexts", 1);
    while (random_next(&cases))
        for (size_t n = 0; n < OPERATOR_ENGINES; n++)
            for (int i = 0; i < 4; i++)
                check_context(&cases, &long_contexts[_i], first[i], &operator_engines[n]);
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
    Suite *suite = suite_create("compare/position_budget");
    TCase *cases = tcase_create("position_budget");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_loop_test(cases, right_engines_pass, 0, PLUMB_POSITION_COUNT);
    tcase_add_loop_test(cases, right_engines_never_fail, 0, PLUMB_POSITION_COUNT);
    tcase_add_loop_test(cases, wrong_engines_fail, 0, WRONG_POSITIONS);
    tcase_add_loop_test(cases, long_contexts_pass, 0, LONG_CONTEXTS);
    tcase_add_test(cases, empty_rows_are_means);
    tcase_add_test(cases, shaw_sums_may_be_stored);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
