/* test_bias.c - how far from 0 the mean errors of rows may be, which heads are listed, and that several threads and
   processes find the same. */
#include "judge/bias.h"
#include "judge/compare.h"
#include "tests/simulate/drawn_case.h"
#include "tests/support/problems.h"

enum { HEADS = 100, QUERIES = 8 };

typedef struct {
    plumb_problem problem;
    plumb_expected_level level;
    plumb_bias_row row[HEADS * QUERIES];
    double count[HEADS * QUERIES];
    plumb_biased_rows rows;
} judged_rows;

/* Numbers that are all 1, and err by their deviation of 0.01 times a normal number. */
static void draw_rows(judged_rows *r, random_cases *cases, const char *model) {
    *r = (judged_rows){.problem = one_head(QUERIES, 64, 16, 16)};
    r->problem.query_heads = HEADS;
    r->level.quantity[PLUMB_OUTPUT].level = 1;
    for (size_t row = 0; row < HEADS * QUERIES; row++) {
        r->count[row] = 16;
        r->row[row].keys = 64;
        for (int c = 0; c < 16; c++)
            plumb_bias_add_number(&r->row[row], 0.01 * random_normal(cases), 1, 0, 0, 0.01);
    }
    r->rows = (plumb_biased_rows){.problem = &r->problem,
                                  .precision = plumb_precision_find(model),
                                  .level = &r->level,
                                  .quantity = PLUMB_OUTPUT,
                                  .to = QUERIES,
                                  .row = r->row,
                                  .count = r->count};
}

/* The errors of a head become larger by that part of the exact values. */
static void lean(judged_rows *r, size_t head, double part) {
    for (size_t row = head * QUERIES; row < (head + 1) * QUERIES; row++) {
        r->row[row].along += part * r->row[row].tilt;
        r->row[row].sum += part * r->row[row].size;
    }
}

START_TEST(rows_that_scatter_are_simulated) {
    random_cases cases = random_begin("scatter", 20);
    while (random_next(&cases)) {
        judged_rows r;
        plumb_head_biases heads;
        draw_rows(&r, &cases, "bf16-flash");
        plumb_bias whole = plumb_bias_of_tensor(&r.rows);
        plumb_bias_of_heads(&r.rows, &heads);
        ck_assert_double_lt(plumb_bias_share(&whole), 0.5);
        ck_assert_uint_eq(heads.count, PLUMB_BIASED_HEADS);
        for (size_t i = 0; i < heads.count; i++)
            ck_assert_double_lt(plumb_bias_share(&heads.bias[i]), 0.9);
    }
}
END_TEST

START_TEST(a_head_that_leans_is_the_worst_of_those_listed) {
    random_cases cases = random_begin("heads", 10);
    while (random_next(&cases)) {
        judged_rows r;
        plumb_head_biases heads;
        size_t head = random_below(&cases, HEADS);
        draw_rows(&r, &cases, "bf16-flash");
        lean(&r, head, -0.05);
        plumb_bias_of_heads(&r.rows, &heads);
        ck_assert_uint_eq(heads.count, PLUMB_BIASED_HEADS);
        ck_assert_uint_eq(heads.head[heads.worst], head);
        ck_assert_double_gt(plumb_bias_share(&heads.bias[heads.worst]), 1);
        ck_assert_double_lt(heads.bias[heads.worst].along, -0.03);
        for (size_t i = 1; i < heads.count; i++)
            ck_assert_uint_gt(heads.head[i], heads.head[i - 1]);
    }
}
END_TEST

/* What simulated evaluations do, and each rounding that numbers may have in common, twice or one and a half times. */
START_TEST(what_is_allowed_adds_up) {
    random_cases cases = random_begin("allowed", 4);
    while (random_next(&cases)) {
        judged_rows r;
        draw_rows(&r, &cases, "bf16-flash");
        plumb_bias before = plumb_bias_of_tensor(&r.rows);
        r.level.quantity[PLUMB_OUTPUT].bias.along = 0.0001;
        r.level.stored_weights = 0.0002;
        double all = plumb_bias_of_tensor(&r.rows).along_limit - before.along_limit;
        ck_assert_double_eq_tol(all, 2 * 0.0001 + 1.5 * 0.0002, 1e-9);
        double tilt = 0;
        for (size_t row = 0; row < HEADS * QUERIES; row++)
            tilt += r.row[row].tilt;
        r.row[5].stored = -0.0004 * tilt;
        r.row[7].lost = 0.5;
        all = plumb_bias_of_tensor(&r.rows).along_limit - before.along_limit - all;
        ck_assert_double_eq_tol(all, 1.5 * 0.0004 + 0.5 * r.row[7].tilt / tilt, 1e-9);
    }
}
END_TEST

/* Of outputs as a whole, one unit of a stored weight and five standard errors, unless simulated ones do more. */
START_TEST(no_more_is_allowed_than_a_unit) {
    random_cases cases = random_begin("a unit", 2);
    while (random_next(&cases)) {
        judged_rows r;
        draw_rows(&r, &cases, "bf16-flash");
        r.level.stored_weights = r.level.stored_weights_of_head = 1;
        plumb_bias whole = plumb_bias_of_tensor(&r.rows);
        ck_assert_double_eq_tol(whole.along_limit - 5 * whole.along_scatter, 0x1p-8, 0x1p-20);
        ck_assert_double_gt(plumb_bias_of_head(&r.rows, 3).along_limit, 1);
    }
}
END_TEST

/* Of each head the first two queries alone. */
static void add_shared(judged_rows *r, size_t row) {
    r->row[row].shared = 1e-5 * r->row[row].tilt;
    r->row[row].shared_sum = 0.01 * r->count[row];
}

/* Five standard deviations of the values of a head; of those of all heads, which err apart, less. */
START_TEST(values_that_rows_share_do_not_scatter) {
    random_cases cases = random_begin("values", 2);
    while (random_next(&cases)) {
        judged_rows r;
        draw_rows(&r, &cases, "tf32");
        r.problem.key_heads = HEADS;
        plumb_bias head = plumb_bias_of_head(&r.rows, 1), whole = plumb_bias_of_tensor(&r.rows);
        for (size_t row = 0; row < HEADS * QUERIES; row++)
            add_shared(&r, row);
        ck_assert_double_eq_tol(plumb_bias_of_head(&r.rows, 1).along_limit - head.along_limit, 5e-5, 1e-9);
        ck_assert_double_eq_tol(plumb_bias_of_head(&r.rows, 1).mean_limit - head.mean_limit, 0.05, 1e-9);
        ck_assert_double_eq_tol(plumb_bias_of_tensor(&r.rows).mean_limit - whole.mean_limit, 0.005, 1e-9);
        ck_assert_double_le(plumb_bias_of_tensor(&r.rows).along_limit - whole.along_limit, 5e-6 + 1e-9);
    }
}
END_TEST

START_TEST(rows_that_are_not_judged_do_not_count) {
    random_cases cases = random_begin("some rows", 2);
    while (random_next(&cases)) {
        judged_rows r, some;
        draw_rows(&r, &cases, "bf16-flash");
        some = r;
        some.rows.row = some.row;
        some.rows.count = some.count;
        some.rows.to = 2;
        for (size_t row = 0; row < HEADS * QUERIES; row++) {
            if (row % QUERIES < 2)
                some.row[row / QUERIES * 2 + row % QUERIES] = r.row[row];
            else
                memset(&r.row[row], 0, sizeof r.row[row]);
            r.count[row] = row % QUERIES < 2 ? r.count[row] : 0;
        }
        plumb_bias all = plumb_bias_of_tensor(&r.rows), judged = plumb_bias_of_tensor(&some.rows);
        ck_assert_double_eq(judged.along, all.along);
        ck_assert_double_eq(judged.mean, all.mean);
        ck_assert_double_eq(plumb_bias_of_head(&some.rows, 7).mean, plumb_bias_of_head(&r.rows, 7).mean);
    }
}
END_TEST

START_TEST(scores_that_may_all_grow_move_what_follows_them) {
    random_cases cases = random_begin("slopes", 2);
    while (random_next(&cases)) {
        judged_rows r;
        draw_rows(&r, &cases, "bf16-eager");
        plumb_bias before = plumb_bias_of_head(&r.rows, 2);
        for (size_t row = 2 * QUERIES; row < 3 * QUERIES; row++)
            r.row[row].slope = 3 * r.row[row].tilt;
        ck_assert_double_gt(plumb_bias_of_head(&r.rows, 2).along_limit, before.along_limit + 0x1p-10);
    }
}
END_TEST

START_TEST(rows_without_numbers_say_nothing) {
    random_cases cases = random_begin("no numbers", 1);
    judged_rows r;
    plumb_head_biases heads;
    ck_assert(random_next(&cases));
    draw_rows(&r, &cases, "f32");
    memset(r.row, 0, sizeof r.row);
    memset(r.count, 0, sizeof r.count);
    plumb_bias whole = plumb_bias_of_tensor(&r.rows);
    plumb_bias_of_heads(&r.rows, &heads);
    ck_assert(isinf(whole.along_limit) && isinf(whole.mean_limit));
    ck_assert_double_eq(plumb_bias_share(&whole), 0);
    ck_assert_double_eq(plumb_bias_share(&(plumb_bias){0}), 0);
    ck_assert_uint_eq(heads.count, 0);
}
END_TEST

/* ---- of a judgement ---- */

static const drawn_size size = {
    .heads = 3, .queries = 40, .keys = 40, .dim = 16, .largest = 4, .model = "bf16-flash", .format = PLUMB_BF16};

/* Of an engine that is drawn; free it. */
static double *answer_of(random_cases *cases, const drawn_problem *drawn, const drawn_size *of) {
    simulated_engine engine = draw_engine(cases, of);
    double *output = malloc(plumb_rows_of(&drawn->problem) * of->dim * sizeof *output);
    answer_case(&drawn->problem, &engine, of->format, output);
    return output;
}

static plumb_report judge_with(const drawn_problem *drawn, double *output, int threads) {
    plumb_case c = {.problem = drawn->problem,
                    .input_format = size.format,
                    .precision = size.model,
                    .source = "drawn",
                    .output = {true, size.format, plumb_rows_of(&drawn->problem) * size.dim, output}};
    plumb_compare_options how = {.threads = threads};
    plumb_report report;
    plumb_error error;
    ck_assert_msg(plumb_compare(&c, &how, &report, &error) == 0, "%s", error.text);
    return report;
}

START_TEST(threads_do_not_matter) {
    random_cases cases = random_begin("threads", 2);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_case(&cases, &size);
        double *output = answer_of(&cases, &drawn, &size);
        plumb_report one = judge_with(&drawn, output, 1), three = judge_with(&drawn, output, 3);
        const plumb_head_biases *a = &one.heads[PLUMB_OUTPUT], *b = &three.heads[PLUMB_OUTPUT];
        ck_assert_uint_eq(a->count, 3);
        ck_assert_uint_eq(b->count, 3);
        ck_assert_mem_eq(a->bias, b->bias, a->count * sizeof *a->bias);
        ck_assert_mem_eq(&one.tensor[PLUMB_OUTPUT].stand.bias, &three.tensor[PLUMB_OUTPUT].stand.bias,
                         sizeof(plumb_bias));
        ck_assert_double_gt(a->bias[0].along_scatter, 0);
        free(output);
        free_problem(&drawn);
    }
}
END_TEST

/* Tokens that are nearly the same: every vector differs from the first by a hundredth of what it would. */
static void draw_nearer(double *vector, size_t count, size_t dim) {
    for (size_t i = dim; i < count; i++)
        vector[i] = vector[i % dim] + 0.01 * (vector[i] - vector[i % dim]);
}

static drawn_problem draw_alike(random_cases *cases, const drawn_size *like) {
    drawn_problem drawn = draw_case(cases, like);
    drawn.problem.causal = (plumb_causal){false, 0};
    draw_nearer(drawn.query, query_numbers(&drawn.problem), like->dim);
    draw_nearer(drawn.key, key_numbers(&drawn.problem), like->dim);
    draw_nearer(drawn.value, value_numbers(&drawn.problem), like->dim);
    round_problem(&drawn, like->format);
    return drawn;
}

/* Their outputs are rounded the same way in every row, which looks like scores that are all too large. */
START_TEST(rows_that_are_nearly_the_same_are_stored_alike) {
    drawn_size alike = size;
    alike.queries = alike.keys = 128;
    alike.dim = 64;
    alike.largest = 16;
    random_cases cases = random_begin("alike", 8);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_alike(&cases, &alike);
        double *output = answer_of(&cases, &drawn, &alike);
        plumb_report report = judge_case(&drawn.problem, &alike, output);
        const plumb_stand *stand = &report.tensor[PLUMB_OUTPUT].stand;
        ck_assert_msg(report.verdict == PLUMB_PASS, "%s: scores look %g too large, expected within %g",
                      plumb_verdict_name(report.verdict), stand->scale, stand->scale_limit);
        free(output);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/bias");
    TCase *cases = tcase_create("bias");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_test(cases, rows_that_scatter_are_simulated);
    tcase_add_test(cases, a_head_that_leans_is_the_worst_of_those_listed);
    tcase_add_test(cases, what_is_allowed_adds_up);
    tcase_add_test(cases, no_more_is_allowed_than_a_unit);
    tcase_add_test(cases, values_that_rows_share_do_not_scatter);
    tcase_add_test(cases, rows_that_are_not_judged_do_not_count);
    tcase_add_test(cases, scores_that_may_all_grow_move_what_follows_them);
    tcase_add_test(cases, rows_without_numbers_say_nothing);
    tcase_add_test(cases, threads_do_not_matter);
    tcase_add_test(cases, rows_that_are_nearly_the_same_are_stored_alike);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
