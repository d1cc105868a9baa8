/* traits.c - see traits.h. */
#include "problem/traits.h"

bool plumb_operator_is(plumb_operator_kind kind, plumb_operator_trait trait) {
    static const unsigned traits_of[] = {
#define OPERATOR(kind, features, lanes, activation, last, weigher, map, proxy, traits) [kind] = (traits),
#include "problem/operators.def"
    };
    return (traits_of[kind] & (unsigned)trait) != 0;
}

bool plumb_weighs_by_map(const plumb_operator *op) {
    return plumb_operator_is(op->kind, PLUMB_IS_NORMALISED) && !plumb_operator_is(op->kind, PLUMB_MAPS_FEATURES);
}

bool plumb_has_log_sum_exp(plumb_operator_kind kind) {
    return plumb_operator_is(kind, PLUMB_BEGINS_WITH_SOFTMAX);
}

bool plumb_normalisation_is(plumb_normalisation normalisation, plumb_normalisation_trait trait) {
    static const unsigned traits_of[] = {
#define NORMALISATION(normalisation, divisor, traits) [normalisation] = (traits),
#include "problem/normalisations.def"
    };
    return (traits_of[normalisation] & (unsigned)trait) != 0;
}

plumb_sink_logit plumb_sink_logit_of(plumb_sink sink) {
    static const plumb_sink_logit logit_of[] = {
#define SINK(sink, logit, traits) [sink] = (logit),
#include "problem/sinks.def"
    };
    return logit_of[sink];
}

bool plumb_sink_adds_logit(plumb_sink sink) {
    return plumb_sink_logit_of(sink) != PLUMB_LOGIT_NONE;
}

bool plumb_sink_is(plumb_sink sink, plumb_sink_trait trait) {
    static const unsigned traits_of[] = {
#define SINK(sink, logit, traits) [sink] = (traits),
#include "problem/sinks.def"
    };
    return (traits_of[sink] & (unsigned)trait) != 0;
}

typedef enum { STAYS, MOVES_VECTORS, ADDS_BIAS, JOINS_PRODUCTS } position_way;

static position_way way_of(plumb_position_kind kind) {
    static const position_way ways[] = {
#define POSITION(kind, way, name) [kind] = (way),
#include "problem/positions.def"
    };
    return ways[kind];
}

bool plumb_position_moves_vectors(plumb_position_kind kind) {
    return way_of(kind) == MOVES_VECTORS;
}

bool plumb_position_adds_bias(plumb_position_kind kind) {
    return way_of(kind) == ADDS_BIAS;
}

bool plumb_position_joins_products(plumb_position_kind kind) {
    return way_of(kind) == JOINS_PRODUCTS;
}

bool plumb_states_boolean(const plumb_mask *mask) {
    return mask->drafts != NULL  ? mask->drafts->beside.shows != NULL
           : mask->lists != NULL ? mask->lists->beside.shows != NULL
                                 : plumb_is_boolean(mask);
}

bool plumb_is_boolean(const plumb_mask *mask) {
    return mask->allowed != NULL && mask->drafts == NULL && mask->lists == NULL && !mask->hides_lengths_alone;
}
