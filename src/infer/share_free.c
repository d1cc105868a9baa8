/* Numbers that are fitted to a row: with n of them, and more columns than that, the engine's mean is a sum of n known
   vectors, by least squares in units of the tolerance.  A vector is the value of a key, or the stated mean over some
   keys. */
#include "exact/visible.h"
#include "infer/cholesky.h"
#include "infer/gram.h"
#include "infer/share.h"
#include "infer/shares.h"
#include <math.h>
#include <string.h>

/* Keeps vectors apart that are nearly alike, relative to them. */
#define RIDGE 1e-10

/* What weighs less, as a part of the row, tells no factor. */
#define LEAST_WEIGHT 0.02

/* Keys that have numbers of their own: numbers 1 and on, or from 0 if there are no others. */
typedef struct {
    size_t from, to, others;
} run;

static run run_of(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at) {
    run of = {h->from, h->to, h->free > h->to - h->from};
    int64_t position = (int64_t)at->t + plumb_offset_of(p, at->b), end = position + 1;
    if (h->variant == PLUMB_FREE_TILE)
        end = (position / (int64_t)h->tile + 1) * (int64_t)h->tile;
    if (h->variant != PLUMB_FREE_KEYS) {
        of.from = end < (int64_t)h->tile ? 0 : (size_t)(end - (int64_t)h->tile);
        of.to = end < 0 ? 0 : end < (int64_t)p->key_length ? (size_t)end : p->key_length;
    }
    return of;
}

/* The number of a key, and what it is multiplied by; SIZE_MAX: none. */
static size_t number_of(const plumb_hypothesis *h, const run *of, const plumb_evidence *at, size_t j, double *times) {
    bool in_run = h->variant != PLUMB_FREE_TILES && j >= of->from && j < of->to;
    *times = in_run ? at->mass : at->weight[j];
    if (in_run ? !at->visible[j] && !h->once : at->weight[j] == 0)
        return SIZE_MAX;
    return h->variant == PLUMB_FREE_TILES ? j / h->tile : in_run ? of->others + j - of->from : 0;
}

/* Returns the number of vectors that are not 0. */
static size_t fill(const plumb_inquiry *q, const plumb_hypothesis *h, const run *of, const plumb_evidence *at,
                   plumb_prediction *to, double *right) {
    const plumb_problem *p = &q->judged->problem;
    const double *value = p->value + plumb_first_value(p, at->b, at->h) * p->value_dim;
    size_t n = h->free, width = p->value_dim, there = 0;
    double times;
    memset(to->fitting, 0, (n + 1) * width * sizeof *to->fitting);
    memset(to->gram, 0, n * n * sizeof *to->gram);
    memset(right, 0, n * sizeof *right);
    for (size_t j = 0; j < p->key_length; j++) {
        size_t i = number_of(h, of, at, j, &times);
        for (size_t c = 0; c < width && i < n; c++)
            to->fitting[c * n + i] += times / at->mass * value[j * width + c];
    }
    for (size_t c = 0; c < width; c++) {
        double unit = q->column[c] ? plumb_gate_at(p, at, c) / to->tolerance[c] : 0;
        double y = unit == 0 ? 0 : unit * plumb_mean_of_output(p, at, c, at->engine[c]);
        for (size_t i = 0; i < n; i++)
            right[i] += (to->fitting[c * n + i] *= unit) * y;
    }
    plumb_gram_add(to->fitting, width, n, to->gram);
    for (size_t i = 0; i < n; i++) {
        double *square = &to->gram[i * n + i];
        there += *square > 0;
        *square = *square > 0 ? *square * (1 + RIDGE) : 1;
    }
    return there;
}

/* Of tiles the least and the largest factor; of runs that of the others and the sum of all weights. */
static void note(const plumb_problem *p, const plumb_hypothesis *h, const run *of, const plumb_evidence *at,
                 const double *number, plumb_prediction *to) {
    double sum = 0, times;
    to->fitted[0] = h->variant == PLUMB_FREE_TILES ? INFINITY : of->others ? number[0] : 1;
    to->fitted[1] = -INFINITY;
    for (size_t j = 0; j < p->key_length; j++) {
        size_t i = number_of(h, of, at, j, &times);
        to->share[j] = i < h->free ? number[i] * times : 0;
        sum += to->share[j] / at->mass;
    }
    for (size_t from = 0; from < p->key_length && h->variant == PLUMB_FREE_TILES; from += h->tile) {
        double weight = 0;
        for (size_t j = from; j < from + h->tile && j < p->key_length; j++)
            weight += fabs(at->weight[j]) / at->mass;
        if (weight < LEAST_WEIGHT)
            continue;
        to->fitted[0] = fmin(to->fitted[0], number[from / h->tile]);
        to->fitted[1] = fmax(to->fitted[1], number[from / h->tile]);
    }
    if (h->variant != PLUMB_FREE_TILES)
        to->fitted[1] = sum;
}

bool plumb_share_free(const plumb_inquiry *q, const plumb_hypothesis *h, const plumb_evidence *at,
                      plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &q->judged->problem;
    run of = run_of(p, h, at);
    double *number = to->fitting + p->value_dim * p->value_dim;
    plumb_predict(q, NULL, at, to); /* its tolerance */
    size_t freedom = fill(q, h, &of, at, to, number);
    for (size_t i = 0; i < h->free; i++)
        if (!isfinite(number[i]))
            return false;
    if (plumb_cholesky(to->gram, h->free) != 0)
        return false;
    plumb_cholesky_solve(to->gram, h->free, number);
    note(p, h, &of, at, number, to);
    to->freedom = freedom;
    *divisor = at->mass;
    return true;
}
