/* test_parts.c - keys split in parts, each with its own maximum and sum, whose results are joined by their log-sum-exps
   in binary32, as kernels for decoding do: a large one is rounded by more than all else, and PASSes all the same. */
#include "tests/simulate/drawn_case.h"

enum { DIM = 64 };

START_TEST(parts_that_are_joined_by_their_log_sum_exps_pass) {
    random_cases cases = random_begin("parts of keys", 25);
    while (random_next(&cases)) {
        size_t parts = 2 + random_below(&cases, 7);
        drawn_size size = {.heads = 2,
                           .queries = 1 + random_below(&cases, 6),
                           .keys = parts + random_below(&cases, 300),
                           .dim = DIM,
                           .largest = 5 + 60 * random_uniform(&cases),
                           .model = "f32",
                           .format = PLUMB_F32};
        drawn_problem drawn = draw_case(&cases, &size);
        plumb_problem p = drawn.problem;
        p.causal = (plumb_causal){false, 0};
        double *output = malloc(plumb_rows_of(&p) * DIM * sizeof *output);
        simulated_engine engine = engine_within(plumb_precision_find(size.model));
        engine.parts = parts;
        answer_case(&p, &engine, size.format, output);
        plumb_report report = judge_case(&p, &size, output);
        ck_assert_msg(report.verdict == PLUMB_PASS, "%zu parts of %zu keys, scores up to %g: errs %g times as much",
                      parts, size.keys, size.largest, report.tensor[PLUMB_OUTPUT].stand.level);
        free(output);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/parts");
    TCase *cases = tcase_create("parts");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_test(cases, parts_that_are_joined_by_their_log_sum_exps_pass);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
