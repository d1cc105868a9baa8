/* positioned_rows.h - one small problem whose queries and keys stand at positions, its rows, and its scores
   without positions. */
#ifndef PLUMB_TESTS_ROW_POSITIONED_ROWS_H
#define PLUMB_TESTS_ROW_POSITIONED_ROWS_H
#include "row/evaluate.h"
#include "tests/support/check.h"
#include "tests/support/contain.h"
#include "tests/support/problems.h"
#include <math.h>
#include <string.h>

enum { BATCH = 2, HEADS = 4, QUERIES = 3, KEYS = 6, DIM = 8, VALUES = 2 };

typedef struct {
    plumb_ball score[KEYS], weight[KEYS], output[VALUES];
} answer;

static inline drawn_problem draw(void) {
    random_cases cases = random_begin("positions", 1);
    ck_assert(random_next(&cases));
    plumb_problem shape = one_head(QUERIES, KEYS, DIM, VALUES);
    shape.batch = BATCH;
    shape.query_heads = HEADS;
    shape.key_heads = HEADS / 2;
    shape.causal.offset = 2; /* not causal: it only places the queries */
    return draw_problem(&cases, shape, ORDINARY);
}

static inline answer answer_in(plumb_row *row, const plumb_problem *p, size_t b, size_t h,
                               size_t t) {
    answer result;
    plumb_evaluate_row(p, plumb_problem_scale(p), b, h, t, row);
    memcpy(result.score, row->score, p->key_length * sizeof *row->score);
    memcpy(result.weight, row->weight, p->key_length * sizeof *row->weight);
    memcpy(result.output, row->output, p->value_dim * sizeof *row->output);
    return result;
}

static inline answer answer_of(const plumb_problem *p, size_t b, size_t h, size_t t) {
    plumb_row row;
    ck_assert_int_eq(plumb_row_init(&row, p), 0);
    answer result = answer_in(&row, p, b, h, t);
    plumb_row_free(&row);
    return result;
}

static inline bool near(plumb_ball ball, double x) {
    return ball.rad <= 1e-12 && fabs(ball.mid - x) <= 1e-12 * (1 + fabs(x));
}

static inline void check_scores(const answer *found, const double *expected) {
    for (size_t j = 0; j < KEYS; j++)
        ck_assert_msg(near(found->score[j], expected[j]), "key %zu: %.17g +- %g, not %.17g", j,
                      found->score[j].mid, found->score[j].rad, expected[j]);
}

/* Two narrow enclosures of the same numbers. */
static inline bool agree(const plumb_ball *a, const plumb_ball *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!(a[i].rad <= 1e-12 && b[i].rad <= 1e-12 && balls_overlap(a[i], b[i])))
            return false;
    return true;
}

static inline const double *query_at(const plumb_problem *p, size_t b, size_t h, size_t t) {
    return p->query + ((b * HEADS + h) * QUERIES + t) * DIM;
}

static inline const double *key_at(const plumb_problem *p, size_t b, size_t h, size_t j) {
    return p->key + ((b * (HEADS / 2) + h / 2) * KEYS + j) * DIM;
}

static inline double dot(const double *a, const double *b) {
    double sum = 0;
    for (size_t c = 0; c < DIM; c++)
        sum += a[c] * b[c];
    return sum;
}

/* The scores without positions. */
static inline void plain_scores(const plumb_problem *p, size_t b, size_t h, size_t t,
                                double *score) {
    for (size_t j = 0; j < KEYS; j++)
        score[j] = dot(query_at(p, b, h, t), key_at(p, b, h, j)) / sqrt(DIM);
}

static inline void place(int64_t *ids, size_t count, int64_t first) {
    for (size_t i = 0; i < count; i++)
        ids[i] = first + (int64_t)(3 * i % count);
}
#endif
