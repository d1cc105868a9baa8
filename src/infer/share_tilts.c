/* Weights for scores with parts multiplied by numbers. */
#include "bundle/vector_product.h"
#include "exact/visible.h"
#include "infer/share.h"
#include "infer/shares.h"
#include <math.h>

static double product_of(const plumb_problem *p, const plumb_tilts *f, const plumb_evidence *at, size_t key,
                         size_t group) {
    const double *query = plumb_exact_query(p, at->b, at->h, at->t), *vector = plumb_exact_key(p, at->b, at->h, key);
    size_t from = group * f->columns, left = p->head_dim - from;
    return plumb_vector_product(query + from, vector + from, f->columns < left ? f->columns : left);
}

double plumb_tilt_product(const plumb_problem *p, const plumb_tilts *f, const plumb_evidence *at, size_t key,
                          size_t group) {
    plumb_problem other = *p;
    double product = product_of(p, f, at, key, group);
    if (f->of != PLUMB_TILT_OTHERS)
        return product;
    other.query = f->query;
    other.key = f->key;
    return product_of(&other, f, at, key, group) - product;
}

/* The product of query and key, parts of it multiplied; false: none is. */
static bool tilted_product(const plumb_problem *p, const plumb_tilts *f, const plumb_evidence *at, size_t key,
                           double *product) {
    size_t groups = plumb_tilt_groups(f, p->head_dim);
    const double *number = f->number + plumb_tilt_first(p, f, at->b, at->h) + key / f->step * groups;
    bool any = false;
    for (size_t i = 0; i < groups; i++)
        any = any || number[i] != 0;
    *product = 0;
    for (size_t i = 0; i < groups && any; i++)
        *product += product_of(p, f, at, key, i) + number[i] * plumb_tilt_product(p, f, at, key, i);
    return any;
}

static bool is_in_tile(const plumb_problem *p, const plumb_tilts *f, const plumb_evidence *at, size_t key) {
    int64_t position = (int64_t)at->t + plumb_offset_of(p, at->b), tile = (int64_t)f->step;
    return f->of == PLUMB_TILT_ODD || f->of == PLUMB_TILT_BIAS_ODD ? key / f->step % 2 == 1
                                   : position >= 0 && (int64_t)key / tile == position / tile;
}

/* A distance less what stands in its place. */
static double distance_less(const plumb_tilts *f, double d) {
    double n = (double)f->step;
    switch (f->of) {
    case PLUMB_TILT_CLAMPED:
        return d - fmin(d, n);
    case PLUMB_TILT_WITHIN:
        return d > n ? d : 0;
    case PLUMB_TILT_BEYOND:
        return fmin(d, n);
    case PLUMB_TILT_MODULO:
        return d - fmod(d, n);
    case PLUMB_TILT_COARSE:
        return fmod(d, n);
    case PLUMB_TILT_ROOT:
        return d - sqrt(d);
    case PLUMB_TILT_LOGARITHM:
        return d - log1p(d);
    default:
        return d - d * d;
    }
}

double plumb_tilt_feature(const plumb_problem *p, const plumb_tilts *f, const plumb_evidence *at, size_t key) {
    switch (f->of) {
    case PLUMB_TILT_DISTANCE:
        return (double)((int64_t)key - (int64_t)at->t - plumb_offset_of(p, at->b));
    case PLUMB_TILT_IN_TILE:
        return -(double)(key - key % f->step);
    case PLUMB_TILT_OF_TILE:
        return -(double)(key % f->step);
    case PLUMB_TILT_BIAS:
        return *plumb_exact_bias(p, at->b, at->h, at->t, key);
    case PLUMB_TILT_BIAS_DIAGONAL:
    case PLUMB_TILT_BIAS_ODD:
        return is_in_tile(p, f, at, key) ? *plumb_exact_bias(p, at->b, at->h, at->t, key) : 0;
    case PLUMB_TILT_DIAGONAL:
    case PLUMB_TILT_ODD:
        return is_in_tile(p, f, at, key) ? at->score[key] - at->largest : 0;
    default:
        return distance_less(f, fabs((double)((int64_t)key - (int64_t)at->t - plumb_offset_of(p, at->b))));
    }
}

bool plumb_share_tilts(const plumb_inquiry *inquiry, const plumb_tilts *f, const plumb_evidence *at,
                       plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->multiplied;
    double number = f->number[f->by_head ? at->h : 0], product;
    bool any = false;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        if (f->of <= PLUMB_TILT_OTHERS && tilted_product(p, f, at, j, &product))
            to->share[j] = plumb_weight_of_product(inquiry, at, j, product);
        else if (f->of > PLUMB_TILT_OTHERS && number != 0)
            to->share[j] = at->weight[j] * exp(number * plumb_tilt_feature(p, f, at, j));
        *divisor += to->share[j] - at->weight[j];
        any = any || to->share[j] != at->weight[j];
    }
    return any;
}
