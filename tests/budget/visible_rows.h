/* visible_rows.h - random rows of scores that are known within a little, some of them hidden; of hidden keys nothing is
   known. */
#ifndef PLUMB_TESTS_BUDGET_VISIBLE_ROWS_H
#define PLUMB_TESTS_BUDGET_VISIBLE_ROWS_H
#include "tests/budget/models.h"
#include "tests/support/suite.h"
#include <math.h>

#define MOST_VISIBLE_KEYS 16
#define VISIBLE_OFF 0x1p-20

typedef struct {
    size_t keys, first; /* the first key that is visible */
    plumb_ball score[MOST_VISIBLE_KEYS], off[MOST_VISIBLE_KEYS], weight[MOST_VISIBLE_KEYS];
    unsigned char visible[MOST_VISIBLE_KEYS];
    double value[MOST_VISIBLE_KEYS], exact[MOST_VISIBLE_KEYS], mean; /* exact: the weights */
} visible_row;

static inline void random_visible_row(random_cases *cases, visible_row *x) {
    double total = 0;
    x->keys = 1 + random_below(cases, MOST_VISIBLE_KEYS);
    x->first = random_below(cases, x->keys);
    x->mean = 0;
    for (size_t j = 0; j < x->keys; j++) {
        plumb_ball unknown = plumb_ball_unknown();
        x->visible[j] = j == x->first || (j > x->first && random_below(cases, 2));
        x->score[j] = x->visible[j] ? (plumb_ball){random_normal(cases), 0} : unknown;
        x->off[j] = x->visible[j] ? (plumb_ball){VISIBLE_OFF, 0} : unknown;
        x->value[j] = x->visible[j] ? random_normal(cases) : NAN;
        total += x->visible[j] ? exp(x->score[j].mid) : 0;
    }
    for (size_t j = 0; j < x->keys; j++) {
        x->exact[j] = x->visible[j] ? exp(x->score[j].mid) / total : 0;
        x->weight[j] = x->visible[j] ? (plumb_ball){x->exact[j], 0x1p-40 * x->exact[j]} : plumb_ball_unknown();
        x->mean += x->visible[j] ? x->exact[j] * x->value[j] : 0;
    }
}

/* What an engine in binary32 weighs the keys by, whose scores are off; hidden ones by 0. */
static inline void computed_weights(random_cases *cases, const visible_row *x, float *weight) {
    float total = 0, most = -INFINITY, score[MOST_VISIBLE_KEYS];
    for (size_t j = 0; j < x->keys; j++) {
        double off = VISIBLE_OFF * (2 * random_uniform(cases) - 1);
        score[j] = x->visible[j] ? (float)(x->score[j].mid + 0.9 * off) : -INFINITY;
        most = fmaxf(most, score[j]);
    }
    for (size_t j = 0; j < x->keys; j++)
        total += weight[j] = expf(score[j] - most);
    for (size_t j = 0; j < x->keys; j++)
        weight[j] /= total;
}
#endif
