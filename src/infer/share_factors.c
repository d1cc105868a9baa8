/* What factors of keys, of values and of scores make of the weights of a row; and keys and sinks that are left out. */
#include "infer/share.h"
#include "bundle/vector_product.h"
#include "exact/visible.h"
#include "infer/shares.h"
#include <math.h>
#include <stdlib.h>

/* ---- factors of a block ---- */

/* A factor that is not whole is known only beside keys that have none: where nearly all weight is in the block it
   would stand for whatever the whole row is multiplied by. */
#define NEARLY_ALL 0.99

static bool tells_factor(const plumb_hypothesis *h, const plumb_evidence *at) {
    double within = 0, all = 0;
    for (size_t j = h->block.from; j < h->block.to; j++)
        within += fabs(at->weight[j]);
    for (size_t j = at->first_key; j <= at->last_key; j++)
        all += fabs(at->weight[j]);
    return within <= NEARLY_ALL * all;
}

bool plumb_share_block(const plumb_hypothesis *h, const plumb_evidence *at, plumb_prediction *to, double *divisor) {
    const plumb_block *block = &h->block;
    bool any = false, fitted = isnan(block->numerator);
    double up = fitted ? to->fitted[0] : block->numerator;
    double down = !fitted ? block->denominator : isnan(block->denominator) ? to->fitted[0] : 1;
    if (plumb_hypothesis_freedom(h) > 0 && !tells_factor(h, at))
        return false;
    for (size_t j = block->from; j < block->to; j++) {
        to->share[j] *= up;
        *divisor += (down - 1) * at->part[j];
        any = any || at->part[j] != 0;
    }
    return any;
}

bool plumb_share_without_bias(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                              plumb_prediction *to, double *divisor) {
    bool any = false;
    for (size_t j = h->from; j < h->to; j++) {
        if (!at->visible[j])
            continue;
        to->share[j] = plumb_weight_without_bias(p, at, j);
        *divisor += to->share[j] - at->weight[j];
        any = any || to->share[j] != at->weight[j];
    }
    return any;
}

bool plumb_share_shown(const plumb_hypothesis *h, const plumb_evidence *at, plumb_prediction *to, double *divisor) {
    bool any = false;
    for (size_t j = h->from; j < h->to; j++) {
        double weight = h->variant != PLUMB_SHOWN_ALIKE ? at->lifted[j]
                        : at->normalised ? at->weight[at->largest_key] * exp(h->factor - at->largest)
                                         : h->factor;
        if (at->visible[j] || weight == 0)
            continue;
        to->share[j] = weight;
        *divisor += weight;
        any = true;
    }
    return any;
}

/* ---- a table of factors ---- */

double plumb_weight_of_zeros(const plumb_evidence *at) {
    return plumb_weight_of_score(at, 0);
}

bool plumb_share_factors(const plumb_problem *p, const plumb_factors *f, const plumb_evidence *at, plumb_prediction *to,
                         double *divisor, double *sink) {
    size_t group = plumb_group_of(p, f->by, f->tile, at->b, at->h, at->t);
    size_t numbers = f->distances > 0 ? f->distances : p->key_length;
    const double *factors = f->factor + group * numbers;
    double changed = 0, same = at->sink;
    bool keeps = false; /* what other rows see as it is, so that the factor is that of keys, not of rows */
    for (size_t j = 0; j < p->key_length; j++) {
        double factor = factors[f->distances > 0 ? plumb_distance_of(p, at->b, at->t, j, numbers) : j];
        double stated = at->weight[j], weight = factor * stated;
        to->share[j] = f->place == PLUMB_IN_WEIGHTS ? stated : weight;
        *divisor += f->place == PLUMB_IN_VALUES ? 0 : (factor - 1) * at->part[j];
        *(factor != 1 ? &changed : &same) += fabs(at->part[j]);
        keeps = keeps || factor == 1;
    }
    bool of_row = f->place == PLUMB_IN_BOTH || f->by == PLUMB_GROUP_QUERIES || !keeps;
    if (f->place == PLUMB_IN_BOTH) {
        *sink = at->sink * f->sink[group];
        *divisor += *sink - at->sink;
        changed += f->sink[group] != 1 ? at->sink : 0;
        if (f->zeros > 0)
            *divisor += f->zeros * plumb_weight_of_zeros(at);
        changed += f->zeros > 0 ? at->mass : 0;
    }
    return changed > 0 && !(f->fitted && of_row && same < (1 - NEARLY_ALL) * (changed + same));
}

/* ---- numbers of each head ---- */

bool plumb_share_descales(const plumb_inquiry *inquiry, const plumb_descales *d, const plumb_evidence *at,
                          plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->multiplied;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    double values = d->values[at->b * p->query_heads + at->h], scores = d->scores[at->b * p->query_heads + at->h];
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        double own = plumb_vector_product(query, plumb_exact_key(p, at->b, at->h, j), p->head_dim);
        double weight = scores == 1 ? at->weight[j] : plumb_weight_of_product(inquiry, at, j, scores * own);
        to->share[j] = values * weight;
        *divisor += weight - at->weight[j];
    }
    return values != 1 || scores != 1;
}

/* ---- keys of small weight ---- */

static int larger_first(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* What each key is cut by: its score, or what its tile's scores make of it.  Hidden keys: -infinity. */
void plumb_cut_scores(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, double *score) {
    size_t tile = h->shift == PLUMB_CUT_KEYS ? 1 : h->from;
    double so_far = -INFINITY;
    for (size_t from = 0; from < keys; from += tile) {
        double largest = -INFINITY, sum = 0, count = 0;
        size_t end = from + tile < keys ? from + tile : keys;
        for (size_t j = from; j < end; j++) {
            if (!at->visible[j])
                continue;
            largest = fmax(largest, at->score[j]);
            sum += at->score[j];
            count++;
        }
        so_far = fmax(so_far, largest);
        double of = h->shift == PLUMB_CUT_MEANS ? sum / count : largest;
        if (h->shift == PLUMB_CUT_RUNNING)
            of += at->largest - so_far;
        for (size_t j = from; j < end; j++)
            score[j] = at->visible[j] ? of : -INFINITY;
    }
}

/* The least score that is kept. */
static double least_kept(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, const double *score,
                         double *sorted) {
    size_t tile = h->shift == PLUMB_CUT_KEYS ? 1 : h->from, count = 0;
    if (h->variant == PLUMB_CUT_BELOW)
        return at->largest - h->factor;
    for (size_t j = 0; j < keys; j++) {
        count += j % tile == 0;
        sorted[count - 1] = j % tile == 0 ? score[j] : fmax(sorted[count - 1], score[j]);
    }
    qsort(sorted, count, sizeof *sorted, larger_first);
    return h->tile < count ? sorted[h->tile - 1] : -INFINITY;
}

bool plumb_share_cut(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                     double *divisor) {
    double *score = to->cut;
    bool any = false;
    plumb_cut_scores(h, at, keys, score);
    double least = least_kept(h, at, keys, score, to->sorted);
    for (size_t j = 0; j < keys; j++) {
        if (!at->visible[j] || score[j] >= least)
            continue;
        to->share[j] = 0;
        *divisor -= (1 - h->denominator) * at->part[j];
        any = true;
    }
    return any;
}

size_t plumb_sink_read(const plumb_problem *p, const plumb_sink_index *of, size_t b, size_t h, size_t t) {
    return (of->batch * b + of->head * (h / of->shared) + of->query * t + of->plus) % p->query_heads;
}

bool plumb_share_sink(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                      plumb_prediction *to, double *divisor, double *sink) {
    double more = at->largest, logit = p->extra.sinks == NULL ? 0 : p->extra.sinks[at->h];
    if (h->variant == PLUMB_SINK_OF_OTHER)
        more = p->extra.sinks[plumb_sink_read(p, &h->sink, at->b, at->h, at->t)] - logit;
    else if (h->variant == PLUMB_SINK_CHANGED)
        more = (h->numerator - 1) * logit + h->denominator;
    if (h->variant == PLUMB_SINK_IN_VALUES) {
        to->share[h->from] += at->visible[h->from] ? at->sink : 0;
        return at->sink != 0 && at->visible[h->from];
    }
    *sink = at->sink * exp(more);
    *divisor += *sink - at->sink;
    return at->sink != 0 && more != 0;
}
