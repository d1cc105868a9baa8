/* test_wrong_fast_path.c - no FAIL comes of an error in the fast path: here it gives nonsense for every output, and
   what an engine gave is right. */
#include "bundle/places.h"
#include "bundle/sums.h"
#include "judge/compare.h"
#include "row/evaluate.h"
#include "tests/exact/problems.h"
#include "tests/support/suite.h"
#include <string.h>

#define NONSENSE 1000

enum { ROWS = 3, KEYS = 5, DIM = 2 };

/* In place of the library's. */
void plumb_rows_aggregate(plumb_rows *rows) {
    for (size_t r = 0; r < rows->count; r++)
        for (size_t c = 0; c < rows->problem->value_dim; c++)
            plumb_place_row(rows, r)->output[c] = (plumb_ball){NONSENSE, 0x1p-30};
}

typedef struct {
    made_problem made;
    double output[ROWS * DIM];
    plumb_case judged;
} right_answer;

static void answer(right_answer *a, plumb_operator op) {
    plumb_row row;
    *a = (right_answer){.made = random_problem(one_head(ROWS, KEYS, 3, DIM), 1, PLUMB_F32, 3)};
    a->made.problem.op = op;
    ck_assert_int_eq(plumb_row_init(&row, &a->made.problem), 0);
    for (size_t t = 0; t < ROWS; t++) {
        plumb_evaluate_row(&a->made.problem, plumb_problem_scale(&a->made.problem), 0, 0, t, &row);
        for (size_t c = 0; c < DIM; c++)
            a->output[t * DIM + c] = (double)(float)row.output[c].mid;
    }
    plumb_row_free(&row);
    a->judged = (plumb_case){.problem = a->made.problem,
                             .input_format = PLUMB_F32,
                             .output = {true, PLUMB_F32, ROWS * DIM, a->output},
                             .precision = "f32",
                             .source = "right"};
}

static int compare(const right_answer *a, plumb_compare_options how, plumb_report *report, plumb_error *error) {
    how.threads = 1;
    return plumb_compare(&a->judged, &how, report, error);
}

/* Proved code is asked about what the fast path takes for far off, and does not exclude it; and where all elements are
   asked about that err, the minimal kernels find none. */
START_TEST(proof_decides) {
    right_answer a;
    plumb_report report;
    plumb_error error;
    const plumb_tensor_report *output = &report.tensor[PLUMB_OUTPUT];
    answer(&a, (plumb_operator){.kind = PLUMB_SOFTMAX});
    ck_assert_int_eq(compare(&a, (plumb_compare_options){.minimal = true}, &report, &error), 0);
    ck_assert_int_eq(report.verdict, PLUMB_PASS);
    ck_assert_int_eq(compare(&a, (plumb_compare_options){.alone = true}, &report, &error), 0);
    ck_assert_int_ne(report.verdict, PLUMB_FAIL);
    ck_assert(output->asked > 0 && output->impossible == 0);
    ck_assert_int_eq(compare(&a, (plumb_compare_options){.ask_all = true}, &report, &error), 0);
    ck_assert_int_ne(report.verdict, PLUMB_FAIL);
    ck_assert_uint_eq(output->asked, 0);
    free_problem(&a.made);
}
END_TEST

/* Of what is impossible by definition the minimal kernels are asked for its ends again. */
START_TEST(minimal_kernels_confirm) {
    right_answer a;
    plumb_report report;
    plumb_error error;
    answer(&a, (plumb_operator){.kind = PLUMB_SOFTMAX});
    a.output[0] = NAN;
    ck_assert_int_eq(compare(&a, (plumb_compare_options){.minimal = true}, &report, &error), 0);
    ck_assert_int_eq(report.verdict, PLUMB_FAIL);
    ck_assert_int_eq(compare(&a, (plumb_compare_options){.alone = true}, &report, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "the fast path and the minimal kernels disagree"));
    free_problem(&a.made);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/wrong_fast_path");
    TCase *tests = tcase_create("wrong fast path");
    tcase_add_test(tests, proof_decides);
    tcase_add_test(tests, minimal_kernels_confirm);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
