/* test_stages.c - the stages of a row, put together by hand, are the row: every operator and every
   encoding, bit for bit. */
#include "row/stages.h"
#include "row/visible.h"
#include "tests/support/contain.h"
#include "tests/support/problems.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <flint/flint.h>
#include <string.h>

#define PROBLEMS 20

/* The row from its stages, but for rows that are means. */
static void put_together(const plumb_problem *p, size_t b, size_t h, size_t t, plumb_row *row) {
    plumb_shape shape = plumb_problem_shape(p);
    plumb_ball scale = plumb_problem_scale(p);
    const double *query = p->query + plumb_query_start(shape, b, h, t);
    plumb_row_scores(p, scale, query, p->key + plumb_key_start(shape, b, h), b, t, row);
    plumb_ball sink = plumb_row_sink(p, scale, query, h, row);
    plumb_operator_row(p->op, plumb_row_bias(p, scale, b, h, t, p->key_length, row),
                       plumb_sink_adds_logit(p->op.sink), sink, plumb_row_parts(p, b, h, t),
                       p->value + plumb_value_start(shape, b, h), p->key_length, p->value_dim,
                       row->visible, row->score, row->weight, row->output);
    if (p->position.kind == PLUMB_POSITION_SHAW)
        plumb_relative_values(&row->positions, p, b, t, row->weight, row->output);
    plumb_row_rotate_output(p, b, t, row);
    row->lse = plumb_row_lse(p, sink, row);
}

static bool same(const plumb_ball *a, const plumb_ball *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!balls_identical(a[i], b[i]) && (ball_informs(a[i]) || ball_informs(b[i])))
            return false;
    return true;
}

static void check_row(const random_cases *cases, const plumb_problem *p, size_t b, size_t h,
                      size_t t) {
    plumb_row row, whole;
    ck_assert_int_eq(plumb_row_init(&row, p), 0);
    ck_assert_int_eq(plumb_row_init(&whole, p), 0);
    plumb_evaluate_row(p, plumb_problem_scale(p), b, h, t, &whole);
    plumb_show_visible(p, b, h, t, row.visible);
    if (!plumb_row_is_mean(p, &row)) {
        put_together(p, b, h, t, &row);
        if (!same(row.score, whole.score, p->key_length) ||
            !same(row.weight, whole.weight, p->key_length) ||
            !same(row.output, whole.output, p->value_dim) || !same(&row.lse, &whole.lse, 1)) {
            reproduction line = reproduce(cases);
            reproduce_text(&line, " b=%zu h=%zu t=%zu", b, h, t);
            reproduce_problem(&line, p);
            reproduce_fail(&line);
        }
    }
    plumb_row_free(&row);
    plumb_row_free(&whole);
}

START_TEST(stages_are_the_row) {
    random_cases cases = random_begin("stages", PROBLEMS);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        size_t variant = random_below(&cases, OPERATOR_VARIANTS);
        drawn_problem drawn =
            draw_position_problem(&cases, operator_of_variant(variant), (plumb_position_kind)_i,
                                  (problem_character)random_below(&cases, CHARACTERS));
        const plumb_problem *p = &drawn.problem;
        check_row(&cases, p, random_below(&cases, p->batch), random_below(&cases, p->query_heads),
                  random_below(&cases, p->query_length));
        free_problem(&drawn);
    }
}
END_TEST

/* A row without keys is a mean only where that is what an empty row is. */
START_TEST(means) {
    plumb_problem shape = one_head(1, 3, 1, 1);
    shape.causal = (plumb_causal){true, -1};
    drawn_problem drawn = blank_problem(shape);
    plumb_row row;
    ck_assert_int_eq(plumb_row_init(&row, &drawn.problem), 0);
    plumb_show_visible(&drawn.problem, 0, 0, 0, row.visible);
    ck_assert(!plumb_row_is_mean(&drawn.problem, &row));
    drawn.problem.empty_row = PLUMB_EMPTY_ROW_MEAN;
    ck_assert(plumb_row_is_mean(&drawn.problem, &row));
    row.visible[2] = 1;
    ck_assert(!plumb_row_is_mean(&drawn.problem, &row));
    row.visible[2] = 0;
    drawn.problem.op.sink = PLUMB_SINK_ZERO;
    ck_assert(!plumb_row_is_mean(&drawn.problem, &row));
    plumb_row_free(&row);
    free_problem(&drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("stages");
    TCase *tests = tcase_create("stages");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, stages_are_the_row, 0, PLUMB_POSITION_COUNT);
    tcase_add_test(tests, means);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
