/* test_long_contexts.c - simulated engines that rotate queries and keys far into a long context: those that are right
   pass. */
#include "tests/judge/realistic_positions.h"

static const plumb_rope long_contexts[] = {
    {.dim = 32, .base = 10000},
    {.dim = 16, .base = 1e6, .layout = PLUMB_ROPE_INTERLEAVED},
    {.dim = 32, .base = 10000, .scaling = PLUMB_ROPE_LINEAR, .factor = 4},
    {.dim = 32, .base = 10000, .scaling = PLUMB_ROPE_NTK, .factor = 2},
    {.dim = 32, .base = 10000, .scaling = PLUMB_ROPE_DYNAMIC, .factor = 2, .original = 4096, .length = 1 << 20},
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

static void check_context(random_cases *cases, const plumb_rope *rope, int64_t first, const operator_engine *by) {
    wrong_position right = {.position = {.kind = PLUMB_POSITION_ROPE, .rope = *rope}, .first = first, .heads = 1};
    drawn_problem drawn = realistic_problem(cases, &right);
    plumb_report report;
    round_problem(&drawn, by->output);
    judge(&drawn.problem, by, NO_MISTAKE, &report);
    /* In sixteen bits large scores, in binary32 far angles can be too uncertain to judge. */
    bool certain = by->output == PLUMB_F64 || (by->output == PLUMB_F32 && first <= 1 << 13);
    size_t suspect = 0;
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        suspect += report.tensor[q].beyond;
    ck_assert_msg(report.verdict != PLUMB_FAIL && suspect == 0 && (report.verdict == PLUMB_PASS || !certain),
                  "from %lld by %s: %s, %zu suspect", (long long)first, by->name, plumb_verdict_name(report.verdict),
                  suspect);
    free_problem(&drawn);
}

START_TEST(long_contexts_pass) {
    static const int64_t first[] = {1, 1 << 13, 1 << 17, 1 << 20};
    random_cases cases = random_begin("long contexts", 1);
    while (random_next(&cases))
        for (size_t n = 0; n < OPERATOR_ENGINES; n++)
            for (size_t i = 0; i < sizeof first / sizeof *first; i++)
                check_context(&cases, &long_contexts[_i], first[i], &operator_engines[n]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/long_contexts");
    TCase *cases = tcase_create("long_contexts");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_loop_test(cases, long_contexts_pass, 0, LONG_CONTEXTS);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
