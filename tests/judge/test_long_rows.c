/* test_long_rows.c - wrong answers of long rows: what is said of other precisions together is what is said of each. */
#include "judge/confirm.h"
#include "precision/precision_text.h"
#include "tests/simulate/drawn_case.h"

enum { QUERIES = 2, KEYS = 1 << 14, DIM = 64 };

/* How far all outputs are off: far beyond every precision, and beyond the finer ones alone. */
static const double off[] = {1, 0x1p-8};

START_TEST(precisions_together_exclude_what_each_excludes) {
    static const drawn_size size = {.heads = 1,
                                    .queries = QUERIES,
                                    .keys = KEYS,
                                    .dim = DIM,
                                    .largest = 6,
                                    .model = "f32",
                                    .format = PLUMB_F32};
    random_cases cases = random_begin("long rows", 1);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_case(&cases, &size);
        simulated_engine engine = draw_engine(&cases, &size);
        double output[QUERIES * DIM];
        plumb_report report;
        plumb_error error;
        answer_case(&drawn.problem, &engine, size.format, output);
        for (size_t i = 0; i < QUERIES * DIM; i++)
            output[i] += off[_i];
        const plumb_case stated = {.problem = drawn.problem,
                                   .input_format = size.format,
                                   .precision = size.model,
                                   .source = "drawn",
                                   .output = {true, size.format, QUERIES * DIM, output}};
        ck_assert_int_eq(plumb_compare(&stated, NULL, &report, &error), 0);
        ck_assert_int_eq(report.verdict, PLUMB_FAIL);
        ck_assert(_i > 0 || report.excluded_widely != 0);
        for (size_t i = 0; i < report.plausibles; i++) {
            const plumb_plausible *other = &report.plausible[i];
            plumb_precision precision;
            plumb_verdict verdict;
            ck_assert_int_eq(plumb_precision_of_case(&stated, other->name, &precision, &error), 0);
            ck_assert_int_eq(plumb_verdict_of_farthest(&report, &precision, &verdict, &error), 0);
            bool together = (report.excluded_widely >> i & 1) != 0;
            ck_assert_msg(!together || (verdict == PLUMB_FAIL && other->verdict == PLUMB_FAIL), "%s: %s", other->name,
                          plumb_verdict_name(verdict));
            ck_assert_msg(verdict != PLUMB_FAIL || other->verdict == PLUMB_FAIL, "%s", other->name);
        }
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/long_rows");
    TCase *tests = tcase_create("long_rows");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, precisions_together_exclude_what_each_excludes, 0, 2);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
