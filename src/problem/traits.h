/* traits.h - traits of operators, normalisations, sinks, positions and masks, and how many of each there are.  Code
   that asks for a trait need not know the names (operators.def, normalisations.def, sinks.def, positions.def). */
#ifndef PLUMB_PROBLEM_TRAITS_H
#define PLUMB_PROBLEM_TRAITS_H
#include "problem/mask.h"
#include "problem/operator.h"
#include "problem/position.h"

/* The number of rows of each table. */
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
    PLUMB_IS_SOFTMAX = 1,          /* softmax itself: it takes sinks with a logit, and an empty row may be a mean */
    PLUMB_BEGINS_WITH_SOFTMAX = 2, /* each weight is computed from one of a softmax: there is a log-sum-exp */
    PLUMB_IS_MEAN = 4,             /* the output is a mean of the values, or alpha times one */
    PLUMB_IS_SCALED = 8,           /* by alpha */
    PLUMB_IS_CLIPPED = 16,
    PLUMB_TAKES_ROOT = 32,    /* of the sum of the exponentials' powers */
    PLUMB_IS_NORMALISED = 64, /* plumb_normalisation turns its a_j into weights */
    PLUMB_IS_LINEAR = 128,    /* in the scores */
    PLUMB_MAPS_FEATURES = 256 /* of queries and keys, whose products are the scores */
} plumb_operator_trait;
bool plumb_operator_is(plumb_operator_kind kind, plumb_operator_trait trait);

/* Whether each weight depends on its own score only, apart from a divisor that the row shares. */
bool plumb_weighs_by_map(const plumb_operator *op);

/* Whether it has a log-sum-exp: its weights are computed from those of a softmax. */
bool plumb_has_log_sum_exp(plumb_operator_kind kind);

typedef enum {
    PLUMB_DIVIDES = 1,
    PLUMB_ADDS_EPSILON = 2,   /* to the divisor */
    PLUMB_TAKES_ABSOLUTES = 4, /* of the a_j, before the sum and the division */
    PLUMB_DIVIDES_BY_SUM = 8   /* of the a_j, or of their absolute values */
} plumb_normalisation_trait;

bool plumb_normalisation_is(plumb_normalisation normalisation, plumb_normalisation_trait trait);

/* What a sink adds to the denominator of the softmax. */
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

/* Whether the encoding changes the vectors of queries and keys. */
bool plumb_position_moves_vectors(plumb_position_kind kind);

/* Whether it adds a number to the score, at the same place as the bias. */
bool plumb_position_adds_bias(plumb_position_kind kind);

/* Whether it adds rows of a table to keys and values before the products. */
bool plumb_position_joins_products(plumb_position_kind kind);

/* Whether the case states a boolean mask; and whether allowed is that mask, apart from key lengths. */
bool plumb_states_boolean(const plumb_mask *mask);
bool plumb_is_boolean(const plumb_mask *mask);
#endif
