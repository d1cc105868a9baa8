/* Scores or weights that are transposed in squares; sums that are rescaled by the maxima of other rows, or divided
   after every tile. */
#include "infer/fit_factor.h"
#include "infer/forms.h"
#include "infer/share.h"
#include <math.h>

/* Samples by which another scale is found. */
enum { SCALED = 8 };

/* Queries and keys of a square, keys of a tile, and rows apart. */
enum { LEAST_SQUARE = 8, MOST_SQUARE = 128, LEAST_TILE = 16, MOST_TILE = 128, MOST_APART = 64 };

/* Products of all scores. */
#define MOST_PRODUCTS 3e7

static void list_squares(plumb_inquiry *q, plumb_hypotheses *kept) {
    for (size_t tile = LEAST_SQUARE; tile <= MOST_SQUARE; tile *= 2)
        for (int diagonal = 0; diagonal < 2; diagonal++) {
            plumb_hypothesis h = {.cause = PLUMB_CAUSE_SQUARES, .tile = tile, .once = diagonal == 1};
            plumb_consider(q, &h, kept);
            h.variant = PLUMB_SQUARES_OF_WEIGHTS;
            plumb_consider(q, &h, kept);
            for (h.from = tile > LEAST_TILE ? tile : LEAST_TILE; h.from <= MOST_TILE; h.from *= 2)
                plumb_consider(q, &h, kept);
        }
}

/* Of values, of weights, of both. */
static void list_rescaled(plumb_inquiry *q, plumb_hypothesis h, plumb_hypotheses *kept) {
    for (int sums = 1; sums <= 3; sums++) {
        h.numerator = sums & 1 ? 1 : 0;
        h.denominator = sums & 2 ? 1 : 0;
        plumb_consider(q, &h, kept);
    }
}

static void list_rescales(plumb_inquiry *q, size_t tile, plumb_hypotheses *kept) {
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_RESCALE, .tile = tile, .variant = PLUMB_RESCALED_AND_DIVIDED};
    list_rescaled(q, h, kept);
    h.variant = PLUMB_RESCALED_AS_OTHER;
    for (int64_t apart = 1; apart <= MOST_APART; apart *= 2)
        for (int way = 0; way < 3; way++) {
            h.from_query = way == 0 ? PLUMB_QUERY_EXCHANGED : PLUMB_QUERY_MOVED;
            h.shift = way == 2 ? -apart : apart;
            list_rescaled(q, h, kept);
        }
}

/* Of 16 bits, in tiles; of fewer keys than 8 rounding is chance. */
static void list_accumulators(plumb_inquiry *q, plumb_hypotheses *kept) {
    for (size_t tile = 8; tile <= 512 && tile < q->judged->problem.key_length; tile *= 2)
        for (int half = 0; half < 2; half++)
            plumb_consider(q,
                           &(plumb_hypothesis){.cause = PLUMB_CAUSE_ACCUMULATOR, .tile = tile, .from = half ? 10 : 7,
                                               .other = half ? 24 : 133},
                           kept);
}

/* One number of all rows is another scale, of which engines are asked otherwise. */
static void consider_lengths(plumb_inquiry *q, plumb_hypotheses *kept) {
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_LAYOUT};
    plumb_hypotheses one = {.count = 0};
    h.factor = plumb_factor_near(q, h, 1, 8, SCALED);
    plumb_consider(q, &h, &one);
    h.factor = NAN;
    if (one.count == 0 || 2 * one.list[0].explained < q->samples)
        plumb_consider(q, &h, kept);
}

/* A softmax over heads or queries instead of keys, if all scores may be computed. */
static void list_axes(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_DIVISOR, .variant = PLUMB_DIVISOR_OVER_HEADS};
    size_t heads = p->batch * p->query_heads, keys = p->key_length;
    if ((double)(q->rows * keys) * (double)p->head_dim > MOST_PRODUCTS)
        return;
    plumb_consider(q, &h, kept);
    double *sum = plumb_workspace_take(&q->memory, heads * keys, sizeof *sum);
    for (size_t i = 0; sum != NULL && i < heads * keys; i++)
        sum[i] = plumb_sum_over_queries(q, i / keys / p->query_heads, i / keys % p->query_heads, i % keys);
    h.variant = PLUMB_DIVISOR_OVER_QUERIES;
    h.column_factor = sum;
    if (sum != NULL)
        plumb_consider(q, &h, kept);
}

int plumb_form_rows(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    bool plain = plumb_scores_are_plain(&q->multiplied) && !plumb_adds_to_scores(&q->multiplied);
    if (q->samples == 0 || !plain || !plumb_operator_is(p->op.kind, PLUMB_IS_MEAN))
        return 0;
    consider_lengths(q, kept);
    list_axes(q, kept);
    list_squares(q, kept);
    list_accumulators(q, kept);
    for (size_t tile = LEAST_TILE; tile <= MOST_TILE && tile < p->key_length; tile *= 2)
        list_rescales(q, tile, kept);
    return 0;
}
