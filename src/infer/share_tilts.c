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
    return f->of == PLUMB_TILT_CLAMPED     ? d - fmin(d, n)
           : f->of == PLUMB_TILT_WITHIN    ? (d > n ? d : 0)
           : f->of == PLUMB_TILT_BEYOND    ? fmin(d, n)
           : f->of == PLUMB_TILT_MODULO    ? d - fmod(d, n)
           : f->of == PLUMB_TILT_COARSE    ? fmod(d, n)
           : f->of == PLUMB_TILT_ROOT      ? d - sqrt(d)
           : f->of == PLUMB_TILT_LOGARITHM ? d - log1p(d)
                                           : d - d * d;
}

double plumb_tilt_feature(const plumb_problem *p, const plumb_tilts *f, const plumb_evidence *at, size_t key) {
    bool of_bias = f->of == PLUMB_TILT_BIAS_DIAGONAL || f->of == PLUMB_TILT_BIAS_ODD;
    bool of_score = f->of == PLUMB_TILT_DIAGONAL || f->of == PLUMB_TILT_ODD;
    bool inside = (of_bias || of_score) && is_in_tile(p, f, at, key);
    double distance = (double)((int64_t)key - (int64_t)at->t - plumb_offset_of(p, at->b));
    return f->of == PLUMB_TILT_DISTANCE                      ? distance
           : f->of == PLUMB_TILT_IN_TILE                     ? -(double)(key - key % f->step)
           : f->of == PLUMB_TILT_OF_TILE                     ? -(double)(key % f->step)
           : (of_bias || of_score) && !inside                ? 0
           : of_bias || f->of == PLUMB_TILT_BIAS             ? *plumb_exact_bias(p, at->b, at->h, at->t, key)
           : of_score                                        ? at->score[key] - at->largest
                                                             : distance_less(f, fabs(distance));
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
