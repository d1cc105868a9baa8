/* scored_rows.h - random rows of which the scores are computed, in binary32 and exactly. */
#ifndef PLUMB_TESTS_BUDGET_SCORED_ROWS_H
#define PLUMB_TESTS_BUDGET_SCORED_ROWS_H
#include "budget/scored_row.h"
#include "tests/budget/models.h"
#include "tests/support/suite.h"
#include <math.h>

#define MOST_SCORES 12
#define MOST_SCORE_DIM 32

typedef struct {
    size_t keys, dim;
    double query[MOST_SCORE_DIM], key[MOST_SCORES * MOST_SCORE_DIM];
    plumb_ball bias[MOST_SCORES];
    unsigned char visible[MOST_SCORES];
    plumb_joining joining;
} scored_row;

/* What is hidden is NaN. */
static inline void random_scored_row(random_cases *cases, scored_row *x) {
    x->keys = 1 + random_below(cases, MOST_SCORES);
    x->dim = 1 + random_below(cases, MOST_SCORE_DIM);
    for (size_t c = 0; c < x->dim; c++)
        x->query[c] = (double)(float)random_normal(cases);
    for (size_t j = 0; j < x->keys; j++) {
        x->visible[j] = random_below(cases, 4) != 0;
        x->bias[j] = (plumb_ball){x->visible[j] ? (double)(float)random_normal(cases) : NAN, 0};
        for (size_t c = 0; c < x->dim; c++)
            x->key[j * x->dim + c] = x->visible[j] ? (double)(float)random_normal(cases) : NAN;
    }
    size_t cap = random_below(cases, 3);
    x->joining = (plumb_joining){.cap = 2,
                                 .caps_first = cap == 1,
                                 .caps_last = cap == 2,
                                 .has_bias = (int)random_below(cases, 2),
                                 .bias = x->bias,
                                 .has_first = (int)random_below(cases, 2),
                                 .first = 0.5};
}

static inline plumb_scored_row given_row(const scored_row *x) {
    return (plumb_scored_row){.query = x->query,
                              .key = x->key,
                              .visible = x->visible,
                              .joining = x->joining,
                              .scale = {0.25, 0},
                              .keys = x->keys,
                              .head_dim = x->dim};
}

typedef struct {
    double exact;
    float computed;
} both;

static inline both capped(const scored_row *x, both score) {
    float cap = (float)x->joining.cap;
    return (both){x->joining.cap * tanh(score.exact / x->joining.cap), cap * tanhf(score.computed / cap)};
}

static inline both score_of(const scored_row *x, size_t j) {
    both score = {0, 0};
    for (size_t c = 0; c < x->dim; c++) {
        score.exact += x->query[c] * x->key[j * x->dim + c];
        score.computed += (float)x->query[c] * (float)x->key[j * x->dim + c];
    }
    score.exact *= 0.25;
    score.computed *= 0.25F;
    if (x->joining.caps_first)
        score = capped(x, score);
    if (x->joining.has_bias) {
        score.exact += x->bias[j].mid;
        score.computed += (float)x->bias[j].mid;
    }
    if (x->joining.has_first && j == 0) {
        score.exact += x->joining.first;
        score.computed += (float)x->joining.first;
    }
    return x->joining.caps_last ? capped(x, score) : score;
}

/* Whether balls enclose the exact score and by how much the computed one is off, which is not much. */
static inline bool are_known(plumb_ball score, plumb_ball off, double exact, double computed, double not_much) {
    double slack = 0x1p-45 * (1 + fabs(exact));
    return fabs(score.mid - exact) <= score.rad + slack && fabs(computed - exact) <= off.mid + off.rad &&
           off.mid < not_much;
}
#endif
