/* What an online softmax makes of the weights of a row whose sums are not rescaled, whose splits are merged wrongly,
   or whose exponential is another function. */
#include "infer/share.h"
#include "compare/vector_sums.h"
#include "exact/visible.h"
#include <math.h>

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* ---- an online softmax ---- */

static double largest_in(const plumb_evidence *at, size_t from, size_t to, double largest) {
    for (size_t j = from; j < to; j++)
        if (at->visible[j])
            largest = fmax(largest, at->score[j]);
    return largest;
}

static void weigh_more(const plumb_hypothesis *h, const plumb_evidence *at, size_t from, size_t end, double lag,
                       plumb_prediction *to, double *divisor) {
    double up = exp(h->numerator * lag), down = exp(h->denominator * lag);
    for (size_t j = from; j < end; j++) {
        to->share[j] *= up;
        *divisor += (down - 1) * at->weight[j];
    }
}

/* Each tile stays as it was weighed when the maximum was that of the tiles so far. */
bool plumb_share_unrescaled(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                            double *divisor) {
    size_t tiles = (keys + h->tile - 1) / h->tile;
    double so_far = -INFINITY;
    bool any = false;
    for (size_t i = 0; i < tiles; i++) {
        size_t from = (h->descending ? tiles - 1 - i : i) * h->tile, end = least(from + h->tile, keys);
        so_far = largest_in(at, from, end, so_far);
        if (so_far == -INFINITY || so_far >= at->largest)
            continue;
        weigh_more(h, at, from, end, at->largest - so_far, to, divisor);
        any = true;
    }
    return any;
}

/* The sums of the keys before `from` were not rescaled when the tile there raised the maximum. */
bool plumb_share_once(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                      double *divisor) {
    double before = largest_in(at, 0, least(h->from, keys), -INFINITY);
    double after = largest_in(at, h->from, least(h->from + h->tile, keys), before);
    if (before == -INFINITY || after <= before)
        return false;
    weigh_more(h, at, 0, least(h->from, keys), after - before, to, divisor);
    return true;
}

/* ---- splits ---- */

static double merge_weight(int variant, double lse, double largest) {
    switch (variant) {
    case PLUMB_SPLITS_LOG2_AS_LOG:
        return exp(lse / log(2));
    case PLUMB_SPLITS_LOG_AS_LOG2:
        return exp(lse * log(2));
    case PLUMB_SPLITS_BY_MAXIMUM:
        return exp(largest);
    case PLUMB_SPLITS_UNNORMALISED:
        return exp(lse);
    default:
        return 1;
    }
}

/* The splits are of `tile` keys each; where `from` is not 0, the first is of as many keys. */
static size_t end_of_split(const plumb_hypothesis *h, size_t from, size_t keys) {
    return least(from < h->from ? h->from : from + h->tile, keys);
}

static double score_of_row(const plumb_inquiry *inquiry, size_t b, size_t h, size_t t, size_t key) {
    const plumb_problem *p = &inquiry->multiplied;
    double x = plumb_sum_vectors(plumb_exact_query(p, b, h, t), plumb_exact_key(p, b, h, key), p->head_dim).product;
    return plumb_plain_score(p, inquiry->scale, x);
}

/* The log-sum-exp of each split [splits] of the row `shift` queries later, or of the same query of another head; false:
   there is none. */
static bool find_other_lse(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                           double *lse) {
    const plumb_problem *p = &inquiry->multiplied;
    size_t own = at->b * p->query_heads + at->h, head = h->map == NULL ? own : h->map[own], t, count = 0;
    size_t b = head / p->query_heads, of = head % p->query_heads;
    if (!plumb_hypothesis_query(h, at->t, p->query_length, &t))
        return false;
    for (size_t from = 0, end; from < p->key_length; from = end) {
        double largest = -INFINITY, sum = 0;
        end = end_of_split(h, from, p->key_length);
        for (size_t j = from; j < end; j++)
            if (plumb_exact_visible(&inquiry->judged->problem, b, of, t, j)) {
                double score = score_of_row(inquiry, b, of, t, j), above = fmax(largest, score);
                sum = sum * exp(largest - above) + exp(score - above);
                largest = above;
            }
        lse[count++] = sum > 0 ? largest + log(sum) : -INFINITY;
    }
    return true;
}

bool plumb_share_splits(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                        plumb_prediction *to, double *divisor) {
    size_t keys = inquiry->judged->problem.key_length, seen = 0, count = 0;
    bool other = h->variant == PLUMB_SPLITS_OF_OTHER;
    if (other && !find_other_lse(inquiry, h, at, to->sorted))
        return false;
    *divisor = 0;
    for (size_t from = 0, end; from < keys; from = end, count++) {
        double largest, sum = 0;
        end = end_of_split(h, from, keys);
        largest = largest_in(at, from, end, -INFINITY);
        if (largest == -INFINITY)
            continue;
        for (size_t j = from; j < end; j++)
            sum += at->visible[j] ? exp(at->score[j] - largest) : 0;
        double lse = largest - at->largest + log(sum);
        double weight = other ? exp(to->sorted[count] - at->largest)
                              : merge_weight(h->variant, lse, largest - at->largest);
        double divided = h->variant == PLUMB_SPLITS_UNNORMALISED ? 1 : sum;
        for (size_t j = from; j < end; j++)
            to->share[j] = at->visible[j] ? weight * exp(at->score[j] - largest) / divided : 0;
        *divisor += weight;
        seen++;
    }
    if (h->variant == PLUMB_SPLITS_ADDED)
        *divisor = 1;
    return seen > 1;
}

/* ---- other exponentials ---- */

static double other_exponential(const plumb_hypothesis *h, double x) {
    double y = x / log(2), whole = floor(y), base = 1 + x / (double)h->tile;
    switch (h->variant) {
    case PLUMB_EXPONENTIAL_LINEAR:
        return exp2(whole) * (1 + y - whole);
    case PLUMB_EXPONENTIAL_CLAMPED:
        return exp(fmax(x, -h->factor));
    default:
        return base > 0 ? pow(base, (double)h->tile) : 0;
    }
}

/* Weights are taken below the largest score of the tiles so far, where `from` is not 0 of tiles of so many keys, and
   multiplied again where that rises: by the exponential, or, if `once` is not set, by the function in its place. */
bool plumb_share_exponential(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                             double *divisor) {
    size_t tile = h->from > 0 ? h->from : keys;
    double first = at->sink > 0 ? log(at->sink / at->weight[at->largest_key]) + at->largest : -INFINITY;
    double so_far = h->from > 0 ? -INFINITY : fmax(first, at->largest), unit, sum = 0;
    bool any = false;
    for (size_t from = 0; from < keys; from += tile) {
        size_t end = least(from + tile, keys);
        double before = so_far;
        so_far = largest_in(at, from, end, so_far);
        if (so_far == -INFINITY)
            continue;
        double again = before == -INFINITY || before == so_far ? 1
                       : h->once                               ? exp(before - so_far)
                                                               : other_exponential(h, before - so_far);
        for (size_t j = 0; j < end; j++)
            to->share[j] = !at->visible[j] ? 0
                           : j < from      ? to->share[j] * again
                                           : other_exponential(h, at->score[j] - so_far);
    }
    unit = at->weight[at->largest_key] * exp(so_far - at->largest);
    for (size_t j = 0; j < keys; j++) {
        to->share[j] *= unit;
        sum += to->share[j];
        any = any || fabs(to->share[j] - at->weight[j]) > 1e-9 * at->mass;
    }
    *divisor = at->sink + sum;
    return any;
}
