/* compared_rows.h - compares rows of the fast path with plumb_evaluate_row: scores, weights, outputs and log-sum-exps,
   and the outputs alone if nothing else is kept. */
#ifndef PLUMB_TESTS_BUNDLE_COMPARED_ROWS_H
#define PLUMB_TESTS_BUNDLE_COMPARED_ROWS_H
#include "bundle/rows.h"
#include "fast/lanes.h"
#include "tests/fast/minimal.h"
#include "tests/support/problems.h"

typedef struct {
    const random_cases *cases;
    const plumb_problem *problem;
    size_t b, h, t;
} asked_row;

static inline void fail_row(asked_row at, const char *what, size_t i, plumb_ball fast,
                     plumb_ball minimal) {
    reproduction line = reproduce(at.cases);
    reproduce_text(&line, " %s %zu of b=%zu h=%zu t=%zu", what, i, at.b, at.h, at.t);
    reproduce_balls(&line, "fast", &fast, 1);
    reproduce_balls(&line, "minimal", &minimal, 1);
    reproduce_problem(&line, at.problem);
    reproduce_fail(&line);
}

static inline void check_balls(asked_row at, const char *what, const plumb_ball *fast,
                        const plumb_ball *minimal, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!same(fast[i], minimal[i]))
            fail_row(at, what, i, fast[i], minimal[i]);
}

/* The same problem, with scores and weights and without. */
typedef struct {
    plumb_rows all, output;
    plumb_row minimal;
} compared;

static inline void compared_init(compared *c, const plumb_problem *p) {
    ck_assert_int_eq(plumb_rows_init(&c->all, p, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL), 0);
    ck_assert_int_eq(plumb_rows_init(&c->output, p, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_OUTPUT), 0);
    ck_assert_int_eq(plumb_row_init(&c->minimal, p), 0);
}

static inline void compared_free(compared *c) {
    plumb_rows_free(&c->all);
    plumb_rows_free(&c->output);
    plumb_row_free(&c->minimal);
}

static inline void check_row(asked_row at, compared *c) {
    const plumb_problem *p = at.problem;
    plumb_row *minimal = &c->minimal;
    const plumb_row *fast = plumb_rows_get(&c->all, at.b, at.h, at.t);
    plumb_evaluate_row(p, plumb_problem_scale(p), at.b, at.h, at.t, minimal);
    ck_assert_mem_eq(fast->visible, minimal->visible, p->key_length);
    check_balls(at, "score", fast->score, minimal->score, p->key_length);
    check_balls(at, "weight", fast->weight, minimal->weight, p->key_length);
    check_balls(at, "output", fast->output, minimal->output, p->value_dim);
    check_balls(at, "lse", &fast->lse, &minimal->lse, 1);
    fast = plumb_rows_get(&c->output, at.b, at.h, at.t);
    ck_assert_mem_eq(fast->visible, minimal->visible, p->key_length);
    check_balls(at, "output alone", fast->output, minimal->output, p->value_dim);
    ck_assert(!ball_informs(fast->lse));
}

static inline void check_problem(const random_cases *cases, const plumb_problem *p) {
    compared c;
    compared_init(&c, p);
    for (size_t b = 0; b < p->batch; b++)
        for (size_t h = 0; h < p->query_heads; h++)
            for (size_t t = 0; t < p->query_length; t++)
                check_row((asked_row){cases, p, b, h, t}, &c);
    compared_free(&c);
}

/* Lengths on both sides of panels and bundles, small and large, dimensions that no vector divides. */
static inline plumb_problem draw_ragged(random_cases *cases) {
    size_t least = random_below(cases, 8) == 0 ? 4 * PLUMB_BUNDLE_ROWS : 1;
    plumb_problem shape = one_head(least + random_below(cases, 2 * PLUMB_BUNDLE_ROWS + 3),
                                   random_below(cases, 3 * PLUMB_PANEL), random_below(cases, 37),
                                   random_below(cases, 37));
    shape.key_heads = 1 + random_below(cases, 2);
    shape.query_heads = shape.key_heads * (1 + random_below(cases, 2));
    shape.causal.causal = random_below(cases, 2) == 0;
    shape.causal.offset = (int64_t)random_below(cases, 3 * PLUMB_PANEL) - PLUMB_PANEL / 2;
    return shape;
}
#endif
