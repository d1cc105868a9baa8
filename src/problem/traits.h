/* traits.h - what operators, normalisations, sinks, positions and masks are like, and how many there are, for whoever
   need not know which of them it is (operators.def, normalisations.def, sinks.def, positions.def). */
#ifndef PLUMB_PROBLEM_TRAITS_H
#define PLUMB_PROBLEM_TRAITS_H
#include "problem/mask.h"
#include "problem/operator.h"
#include "problem/position.h"

/* How many rows the tables have. */
enum {
#define OPERATOR(...) +1
    PLUMB_OPERATOR_COUNT =
#include "problem/operators.def"
        ,
#define NORMALISATION(...) +1
    PLUMB_NORMALISATION_COUNT =
#include "problem/normalisations.def"
        ,
#define SINK(...) +1
    PLUMB_SINK_COUNT =
#include "problem/sinks.def"
        ,
#define POSITION(...) +1
    PLUMB_POSITION_COUNT =
#include "problem/positions.def"
};

typedef enum {
    PLUMB_IS_SOFTMAX = 1,          /* and nothing more: it takes sinks with a logit, and an empty row may be a mean */
    PLUMB_BEGINS_WITH_SOFTMAX = 2, /* each weight is made of one of a softmax: there is a log-sum-exp */
    PLUMB_IS_MEAN = 4,             /* the output is a mean of the values, or alpha times one */
    PLUMB_IS_SCALED = 8,           /* by alpha */
    PLUMB_IS_CLIPPED = 16,
    PLUMB_TAKES_ROOT = 32,    /* of the sum of the exponentials' powers */
    PLUMB_IS_NORMALISED = 64, /* its a_j become weights by plumb_normalisation */
    PLUMB_IS_LINEAR = 128,    /* in the scores */
    PLUMB_MAPS_FEATURES = 256 /* of queries and keys, whose products are the scores */
} plumb_operator_trait;
bool plumb_operator_is(plumb_operator_kind kind, plumb_operator_trait trait);

/* Whether each weight is made of one score alone, and of what all of a row are divided by, if they are. */
bool plumb_weighs_by_map(const plumb_operator *op);

/* The operators whose weights are those of a softmax have a log-sum-exp. */
bool plumb_has_log_sum_exp(plumb_operator_kind kind);

typedef enum {
    PLUMB_DIVIDES = 1,
    PLUMB_ADDS_EPSILON = 2,   /* to what it divides by */
    PLUMB_TAKES_ABSOLUTES = 4, /* of the a_j, before they are summed and divided */
    PLUMB_DIVIDES_BY_SUM = 8   /* of what the a_j are, or have become */
} plumb_normalisation_trait;

bool plumb_normalisation_is(plumb_normalisation normalisation, plumb_normalisation_trait trait);

/* What stands in the denominator of the softmax besides the keys. */
typedef enum {
    PLUMB_LOGIT_NONE,
    PLUMB_LOGIT_ZERO,
    PLUMB_LOGIT_STATED, /* extra.sinks */
    PLUMB_LOGIT_PRODUCT /* scale * q.k*, capped */
} plumb_sink_logit;
plumb_sink_logit plumb_sink_logit_of(plumb_sink sink);
bool plumb_sink_adds_logit(plumb_sink sink);

typedef enum { PLUMB_HAS_SINK_VALUE = 1, PLUMB_SHOWS_FIRST_KEYS = 2, PLUMB_BIASES_FIRST_KEY = 4 } plumb_sink_trait;
bool plumb_sink_is(plumb_sink sink, plumb_sink_trait trait);

/* Whether queries and keys themselves change. */
bool plumb_position_moves_vectors(plumb_position_kind kind);

/* Whether a number that depends on the positions is added where the bias is added. */
bool plumb_position_adds_bias(plumb_position_kind kind);

/* Whether rows of a table join keys and values before they are multiplied. */
bool plumb_position_joins_products(plumb_position_kind kind);

/* Whether a boolean mask is stated, and whether allowed is that mask, but for lengths of keys. */
bool plumb_states_boolean(const plumb_mask *mask);
bool plumb_is_boolean(const plumb_mask *mask);
#endif
