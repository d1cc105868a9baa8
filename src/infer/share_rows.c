/* Weights of another query: transposed squares of scores or weights, and sums that are rescaled by the maxima of
   another row. */
#include "bundle/vector_product.h"
#include "exact/visible.h"
#include "infer/share.h"
#include <math.h>

static bool sees(const plumb_inquiry *inquiry, const plumb_evidence *at, size_t t, size_t key) {
    return plumb_exact_visible(&inquiry->judged->problem, at->b, at->h, t, key);
}

static double score_of(const plumb_inquiry *inquiry, const plumb_evidence *at, size_t t, size_t key) {
    return plumb_score_of_row(inquiry, at->b, at->h, t, key);
}

/* The largest score of a query of the row's head among some keys, or what it was before these. */
static double largest_among(const plumb_inquiry *inquiry, const plumb_evidence *at, size_t t, size_t from, size_t end,
                            double largest) {
    for (size_t j = from; j < end; j++)
        if (sees(inquiry, at, t, j))
            largest = fmax(largest, t == at->t ? at->score[j] : score_of(inquiry, at, t, j));
    return largest;
}

/* ---- squares ---- */

/* The scores of one square: those of the row are a column's, masked as the row is. */
static void transpose_scores(const plumb_inquiry *inquiry, const plumb_evidence *at, size_t first, size_t from,
                             size_t n, plumb_prediction *to, double *divisor) {
    for (size_t x = 0; x < n; x++) {
        double score = at->visible[from + x] ? score_of(inquiry, at, first + x, from + at->t - first) : -INFINITY;
        to->share[from + x] = plumb_weight_of_score(at, score);
        *divisor += to->share[from + x] - at->weight[from + x];
    }
}

/* The weights of one square, taken below the largest score of their own row so far, and rescaled as the row is. */
static void transpose_weights(const plumb_inquiry *inquiry, const plumb_evidence *at, size_t first, size_t from,
                              const plumb_hypothesis *h, plumb_prediction *to) {
    size_t keys = inquiry->judged->problem.key_length, key = from + at->t - first;
    size_t step = h->from > 0 ? h->from : keys, end = (from / step + 1) * step < keys ? (from / step + 1) * step : keys;
    double own = largest_among(inquiry, at, at->t, 0, end, -INFINITY);
    for (size_t x = 0; x < h->tile; x++) {
        size_t t = first + x;
        double weight = 0;
        if (sees(inquiry, at, t, key))
            weight = exp(score_of(inquiry, at, t, key) - largest_among(inquiry, at, t, 0, end, -INFINITY));
        to->share[from + x] = weight * at->weight[at->largest_key] * exp(own - at->largest);
    }
}

bool plumb_share_squares(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                         plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->judged->problem;
    size_t n = h->tile, first = at->t / n * n;
    int64_t own = (int64_t)first + plumb_offset_of(p, at->b);
    bool any = false;
    if (first + n > p->query_length || at->sink > 0)
        return false;
    for (size_t from = 0; from + n <= p->key_length; from += n) {
        bool seen = false;
        for (size_t j = from; j < from + n; j++)
            seen = seen || at->visible[j];
        if (!seen || (h->once && (int64_t)from != own))
            continue;
        any = true;
        if (h->variant == PLUMB_SQUARES_OF_SCORES)
            transpose_scores(inquiry, at, first, from, n, to, divisor);
        else
            transpose_weights(inquiry, at, first, from, h, to);
    }
    return any;
}

/* ---- maxima ---- */

/* Each tile weighs too much by as much as the other row's maximum rises less after it. */
bool plumb_share_by_other(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                          plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->judged->problem;
    double own = -INFINITY, other = -INFINITY, last;
    size_t t, keys = p->key_length;
    if (!plumb_hypothesis_query(h, at->t, p->query_length, &t) || t == at->t)
        return false;
    last = largest_among(inquiry, at, t, 0, keys, -INFINITY);
    for (size_t from = 0, end; from < keys; from = end) {
        end = from + h->tile < keys ? from + h->tile : keys;
        own = largest_among(inquiry, at, at->t, from, end, own);
        other = largest_among(inquiry, at, t, from, end, other);
        double lag = other - last - (own - at->largest);
        if (isfinite(lag))
            plumb_weigh_more(h, at, from, end, lag, to, divisor);
    }
    return true;
}

/* ---- sums over another axis ---- */

double plumb_sum_over_queries(const plumb_inquiry *inquiry, size_t b, size_t h, size_t key) {
    const plumb_problem *p = &inquiry->judged->problem;
    double sum = 0;
    for (size_t t = 0; t < p->query_length; t++)
        sum += plumb_exact_visible(p, b, h, t, key) ? exp(plumb_score_of_row(inquiry, b, h, t, key)) : 0;
    return log(sum);
}

bool plumb_share_over(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                      plumb_prediction *to) {
    const plumb_problem *p = &inquiry->judged->problem;
    size_t first = (at->b * p->query_heads + at->h) * p->key_length;
    for (size_t j = 0; j < p->key_length; j++) {
        double sum = 0;
        if (!at->visible[j])
            continue;
        for (size_t head = 0; head < p->query_heads && h->variant == PLUMB_DIVISOR_OVER_HEADS; head++)
            sum += exp(plumb_score_of_row(inquiry, at->b, head, at->t, j));
        to->share[j] = at->mass * exp(at->score[j] - (sum > 0 ? log(sum) : h->column_factor[first + j]));
    }
    return true;
}
