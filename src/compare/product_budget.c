#include "compare/product_budget.h"
#include "exact/visible.h"
#include <math.h>

/* Sums of what errors do to a product; of single roundings in squares. */
typedef struct {
    double roundings, query_square, key_square;
    double rest, rest_square; /* of what is no single rounding */
} inherited_sums;

static double part_of(const double *part, size_t c) {
    return part != NULL ? part[c] : 0;
}

static void add_rest(inherited_sums *sums, double rest) {
    sums->rest += rest;
    sums->rest_square += rest * rest;
}

/* Both vectors turned by angles that are off: the product feels the difference of the two. */
static bool turn_together(plumb_feature_vector query, plumb_feature_vector key) {
    return query.norm != NULL && key.norm != NULL;
}

static void add_turns(inherited_sums *sums, const plumb_moved_budget *moved, plumb_feature_vector query,
                      plumb_feature_vector key) {
    for (size_t m = 0; m < moved->problem->position.rope.dim / 2; m++) {
        double angle =
            plumb_angle_difference_error(moved->frequency[m], moved->precision, query.position, key.position);
        add_rest(sums, query.norm[m] * key.norm[m] * fmin(angle, 2));
    }
}

static inherited_sums inherit(const plumb_feature_room *room, plumb_feature_vector query, plumb_feature_vector key) {
    inherited_sums sums = {0, 0, 0, 0, 0};
    bool together = turn_together(query, key), mapped = plumb_has_features(room->problem);
    if (query.error == NULL && key.error == NULL)
        return sums;
    for (size_t c = 0; c < room->dim; c++) {
        double by_query = fabs(key.upper[c]);
        double by_key = mapped ? fabs(query.value[c]) : fabs(query.upper[c]);
        double query_rounding = part_of(query.rounding, c);
        double key_rounding = part_of(key.rounding, c);
        sums.roundings += query_rounding * by_query + by_key * key_rounding;
        sums.query_square += query_rounding * by_query * (query_rounding * by_query);
        sums.key_square += by_key * key_rounding * (by_key * key_rounding);
        if (!together)
            add_rest(&sums, (part_of(query.error, c) - query_rounding) * by_query +
                                by_key * (part_of(key.error, c) - key_rounding));
    }
    if (together)
        add_turns(&sums, &room->moved, query, key);
    return sums;
}

/* Section 9: of a feature map little is known to be independent. */
static void of_features(plumb_product *x, double rest) {
    x->probable = rest;
    x->shared = rest / 2;
    x->deviation = 0.75 * rest;
}

/* Section 17: errors of angles are independent from pair to pair, and half in common to all keys. */
static void of_positions(plumb_product *x, const inherited_sums *sums, double factor) {
    double query = factor * sqrt(sums->query_square), key = factor * sqrt(sums->key_square);
    double rest = factor * fmin(sums->rest, PLUMB_LAMBDA * sqrt(sums->rest_square));
    x->probable = rest + PLUMB_LAMBDA * (query + key);
    x->shared = rest / 2 + PLUMB_LAMBDA * query;
    x->deviation = rest / (2 * PLUMB_LAMBDA) + key;
}

plumb_product plumb_multiply_features(const plumb_feature_room *room, plumb_ball scale, plumb_feature_vector query,
                                      plumb_feature_vector key) {
    double sum = 0, magnitude = 0, factor = plumb_upper(scale);
    for (size_t c = 0; c < room->dim; c++) {
        sum += query.value[c] * key.value[c];
        magnitude += fabs(query.value[c] * key.value[c]);
    }
    inherited_sums sums = inherit(room, query, key);
    plumb_product x = {.inherited = (sums.roundings + sums.rest) * factor};
    if (plumb_has_features(room->problem))
        of_features(&x, x.inherited);
    else
        of_positions(&x, &sums, factor);
    double own = ((double)room->dim + 4) * PLUMB_OWN_UNIT * factor + scale.rad;
    x.value = (plumb_ball){scale.mid * sum, own * magnitude + x.inherited};
    return x;
}

void plumb_product_budget(plumb_key_budget *key, const plumb_row_terms *row, plumb_feature_vector query,
                          plumb_feature_vector other, plumb_product x, double parts, double score) {
    plumb_key_score_budget(key, row, query.upper, other.upper, parts + x.inherited);
    key->score = score;
    if (x.inherited == 0)
        return;
    key->score_error += x.inherited;
    key->shared += x.shared;
    key->independent += x.deviation;
    key->score_error_probable = fmin(key->score_error_probable + x.probable, key->score_error);
}
