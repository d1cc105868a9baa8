/* test_kept_scores.c - outputs from kept products agree with those of rows evaluated again; fits stop at the time
   limit. */
#include "bundle/rows.h"
#include "diagnose/fit.h"
#include "diagnose/kept_scores.h"
#include "tests/simulate/drawn_case.h"
#include <float.h>

enum { QUERIES = 6, KEYS = 70, DIM = 8 };
static const drawn_size size = {.heads = 2,
                                .queries = QUERIES,
                                .keys = KEYS,
                                .dim = DIM,
                                .largest = 4,
                                .model = "f32",
                                .format = PLUMB_F32};

/* Another scale and another softcap, by themselves and together. */
static const struct {
    const char *scale;
    double softcap;
} others[] = {{"0.7", 0}, {"1/sqrt(8)", 2.5}, {"0.11", 30}};

START_TEST(kept_products_give_the_outputs_of_other_scales) {
    random_cases cases = random_begin("kept scores", 20);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_case(&cases, &size);
        size_t row[] = {0, QUERIES - 1, 2 * QUERIES - 1};
        plumb_problem changed = drawn.problem;
        plumb_kept_scores kept;
        plumb_rows rows;
        changed.scale.text = others[_i].scale;
        changed.op.softcap = others[_i].softcap;
        ck_assert(plumb_keep_scores(&kept, &drawn.problem, row, 3));
        ck_assert_int_eq(plumb_rows_init(&rows, &changed, 1, PLUMB_KEEP_ALL), 0);
        for (size_t i = 0; i < 3; i++) {
            double output[DIM];
            plumb_kept_output(&kept, &changed, i, DIM, output);
            const plumb_row *expected = plumb_rows_number(&rows, row[i]);
            for (size_t c = 0; c < DIM; c++)
                ck_assert_double_eq_tol(output[c], expected->output[c].mid, 1e-11);
        }
        plumb_rows_free(&rows);
        plumb_kept_scores_free(&kept);
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(products_are_not_kept_where_weights_are_no_softmax) {
    random_cases cases = random_begin("not kept", 1);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_case(&cases, &size);
        size_t row[] = {0};
        plumb_kept_scores kept;
        drawn.problem.op.kind = PLUMB_SIGMOID;
        ck_assert(!plumb_keep_scores(&kept, &drawn.problem, row, 1));
        free_problem(&drawn);
    }
}
END_TEST

/* Of an answer with twice the scale: what is found in time is not where time was up before. */
START_TEST(a_fit_for_which_time_is_up_is_counted) {
    random_cases cases = random_begin("late fits", 1);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_case(&cases, &size);
        simulated_engine engine = draw_engine(&cases, &size);
        size_t count = plumb_rows_of(&drawn.problem) * DIM;
        double output[2 * QUERIES * DIM];
        plumb_problem by = drawn.problem;
        by.scale.text = "0.45";
        answer_case(&by, &engine, size.format, output);
        const plumb_case stated = {.problem = drawn.problem,
                                   .input_format = size.format,
                                   .precision = size.model,
                                   .source = "drawn",
                                   .output = {true, size.format, count, output}};
        plumb_neighbourhood in_time = {0}, late = {.until = DBL_MIN};
        plumb_neighbours_of_fitted_scores(&stated, &in_time);
        plumb_neighbours_of_fitted_scores(&stated, &late);
        ck_assert_uint_eq(in_time.untried, 0);
        ck_assert_uint_ge(in_time.count, 1);
        ck_assert_uint_eq(late.count, 0);
        ck_assert_uint_eq(late.untried, 2); /* a scale and a softcap */
        plumb_neighbourhood_free(&in_time);
        plumb_neighbourhood_free(&late);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/kept_scores");
    TCase *tests = tcase_create("kept_scores");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, kept_products_give_the_outputs_of_other_scales, 0, 3);
    tcase_add_test(tests, products_are_not_kept_where_weights_are_no_softmax);
    tcase_add_test(tests, a_fit_for_which_time_is_up_is_counted);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
