/* Keys and values that are read from other keys, pages, heads and batch entries. */
#include "infer/share.h"
#include "bundle/vector_product.h"
#include "exact/visible.h"
#include "infer/shares.h"
#include <math.h>
#include <string.h>

/* ---- keys or values of other keys ---- */

bool plumb_share_transfer(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                          plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->judged->problem;
    size_t first = plumb_first_value(p, at->b, at->h);
    bool any = false;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j] || h->map[j] == j)
            continue;
        any = true;
        if (h->variant != PLUMB_HEADS_KEYS)
            to->source[j] = first + h->map[j];
        if (h->variant == PLUMB_HEADS_VALUES)
            continue;
        to->share[j] = at->lifted[h->map[j]];
        *divisor += h->denominator == 1 ? 0 : to->share[j] - at->weight[j];
    }
    return any;
}

/* ---- keys and values from elsewhere ---- */

/* The weight of a key that has the vector of another, of the same or another batch entry. */
static double weight_of_other(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                              size_t key, size_t other) {
    const plumb_problem *p = &inquiry->multiplied;
    bool own = h->other_batch == PLUMB_OWN_BATCH;
    if (own && !(plumb_scores_are_plain(p) && plumb_adds_to_scores(p)))
        return at->lifted[other];
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    const double *vector = plumb_exact_key(p, own ? at->b : h->other_batch, at->h, other);
    return plumb_weight_of_product(inquiry, at, key, plumb_vector_product(query, vector, p->head_dim));
}

/* Two pages with each other's values. */
bool plumb_share_swapped(const plumb_hypothesis *h, const plumb_evidence *at, plumb_prediction *to) {
    bool any = false;
    for (size_t j = h->from; j < h->to; j++) {
        size_t other = h->other + (j - h->from), source = to->source[j];
        any = any || at->visible[j] || at->visible[other];
        to->source[j] = to->source[other];
        to->source[other] = source;
    }
    return any;
}

bool plumb_share_page(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                      plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->judged->problem;
    size_t first = plumb_first_value(p, h->other_batch == PLUMB_OWN_BATCH ? at->b : h->other_batch, at->h);
    bool any = false;
    for (size_t j = h->from; j < h->to; j++) {
        size_t other = h->other + (j - h->from);
        if (!at->visible[j])
            continue;
        any = true;
        if (h->variant == PLUMB_PAGE_BOTH || h->variant == PLUMB_PAGE_KEYS)
            to->share[j] = weight_of_other(inquiry, h, at, j, other);
        if (h->variant == PLUMB_PAGE_ZERO || h->variant == PLUMB_PAGE_ZERO_KEYS)
            to->share[j] = plumb_weight_of_product(inquiry, at, j, 0);
        *divisor += to->share[j] - at->weight[j];
        if (h->variant == PLUMB_PAGE_ZERO)
            to->share[j] = 0;
        if (h->variant == PLUMB_PAGE_BOTH || h->variant == PLUMB_PAGE_VALUES)
            to->source[j] = first + other;
    }
    return any;
}

/* ---- keys, values or both of another head ---- */

bool plumb_share_head(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                      plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->multiplied;
    size_t first = h->map[at->b * p->query_heads + at->h] * p->key_length;
    if (first == plumb_first_value(p, at->b, at->h))
        return false;
    for (size_t j = 0; j < p->key_length && h->variant != PLUMB_HEADS_KEYS; j++)
        to->source[j] = first + j;
    if (h->variant == PLUMB_HEADS_VALUES)
        return true;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    *divisor = at->sink;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        const double *key = p->key + (first + j) * p->head_dim;
        to->share[j] = plumb_weight_of_product(inquiry, at, j, plumb_vector_product(query, key, p->head_dim));
        *divisor += to->share[j];
    }
    return true;
}

/* ---- other addresses ---- */

static bool differs(const double *x, const double *y, size_t from, size_t count) {
    return x != NULL && memcmp(x + from, y + from, count * sizeof *x) != 0;
}

/* What `columns` more of a query and a key add to their product: the first of the rows behind theirs, which may be the
   next head's; 0 behind the last, or if `variant` is set behind the last of each head. */
static double product_behind(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at, size_t key) {
    size_t row = plumb_first_value(p, at->b, at->h) + key + 1, keys = p->batch * p->key_heads * p->key_length;
    bool there = at->row + 1 < plumb_rows_of(p) && row < keys;
    if (!there || (h->variant == 1 && (at->t + 1 == p->query_length || key + 1 == p->key_length)))
        return 0;
    return plumb_vector_product(p->query + (at->row + 1) * p->head_dim, p->key + row * p->head_dim, h->columns);
}

static bool share_wider(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                        plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->multiplied;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    *divisor = at->sink;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        double product = plumb_vector_product(query, plumb_exact_key(p, at->b, at->h, j), p->head_dim);
        to->share[j] = plumb_weight_of_product(inquiry, at, j, product + product_behind(p, h, at, j));
        *divisor += to->share[j];
    }
    return true;
}

bool plumb_share_layout(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                        plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->multiplied;
    size_t first = plumb_first_value(p, at->b, at->h), row = at->row * p->head_dim;
    bool other_keys = differs(h->key, p->key, first * p->head_dim, p->key_length * p->head_dim);
    bool other_query = differs(h->query, p->query, row, p->head_dim);
    if (isnan(h->factor))
        return plumb_share_by_row(inquiry, at, to, divisor);
    if (h->columns > 0)
        return share_wider(inquiry, h, at, to, divisor);
    if (!other_keys && !other_query && h->factor == 0)
        return differs(h->value, p->value, first * p->value_dim, p->key_length * p->value_dim);
    const double *query = (other_query ? h->query : p->query) + row, *keys = other_keys ? h->key : p->key;
    double factor = h->factor == 0 ? 1 : h->factor;
    *divisor = at->sink;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        const double *key = keys + (first + j) * p->head_dim;
        to->share[j] = plumb_weight_of_product(inquiry, at, j, factor * plumb_vector_product(query, key, p->head_dim));
        *divisor += to->share[j];
    }
    return true;
}

/* ---- keys behind the last ---- */

/* Of the next head; behind the last head stand zeros. */
bool plumb_share_beyond(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                        plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->multiplied;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    size_t first = plumb_first_value(p, at->b, at->h) + p->key_length, end = p->batch * p->key_heads * p->key_length;
    to->beyond = h->tile;
    for (size_t i = 0; i < h->tile; i++) {
        bool there = first + i < end;
        const double *key = p->key + (there ? first + i : 0) * p->head_dim;
        double product = there ? plumb_vector_product(query, key, p->head_dim) : 0;
        double weight = plumb_weight_of_product(inquiry, at, 0, product);
        to->share[p->key_length + i] = there ? weight : 0;
        to->source[p->key_length + i] = there ? first + i : 0;
        *divisor += weight;
    }
    return true;
}

/* A tile whose other one is not there has its own. */
bool plumb_share_lag(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                     plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->multiplied;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    int64_t keys = (int64_t)p->key_length;
    size_t first = plumb_first_value(p, at->b, at->h);
    bool any = false;
    for (int64_t j = 0; j < keys; j++) {
        int64_t other = j + h->shift;
        if (!at->visible[j] || other < 0 || other >= keys)
            continue;
        any = true;
        if (h->variant != PLUMB_HEADS_KEYS)
            to->source[j] = first + (size_t)other;
        if (h->variant == PLUMB_HEADS_VALUES)
            continue;
        const double *key = plumb_exact_key(p, at->b, at->h, (size_t)other);
        to->share[j] = plumb_weight_of_product(
            inquiry, at, (size_t)j, plumb_vector_product(query, key, p->head_dim));
        *divisor += to->share[j] - at->weight[j];
    }
    return any;
}
