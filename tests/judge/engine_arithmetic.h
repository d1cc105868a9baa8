/* engine_arithmetic.h - the arithmetic of operators' simulated engines: every operation is rounded to the engine's
   format (tests/simulate/arithmetic.h); sums in the engine's order. */
#ifndef PLUMB_TESTS_COMPARE_ENGINE_ARITHMETIC_H
#define PLUMB_TESTS_COMPARE_ENGINE_ARITHMETIC_H
#include "tests/simulate/arithmetic.h"
#include "tests/support/problems.h"
#include <math.h>
#include <stdlib.h>

typedef enum { FORWARDS, BACKWARDS, PAIRWISE, BLOCKED } sum_order;

/* What an engine may get wrong. */
typedef enum {
    NO_MISTAKE,
    SINK_OMITTED,
    SINK_SCALED, /* the logit is multiplied by the scale, as if it were a product */
    SOFTCAP_OMITTED,
    SOFTCAP_LATE,      /* after the bias */
    EPSILON_TOO_LARGE, /* 1e-5 */
    NORMALISATION_OMITTED,
    MAGNITUDE_OMITTED, /* sum x instead of sum |x| */
    ROOT_OMITTED,      /* of the power softmax */
    GATE_AS_GIVEN,     /* no sigmoid */
    VALUE_BIAS_OMITTED,
    SINK_VALUE_OMITTED,
    ALPHA_OMITTED,
    CLIP_OMITTED,
    FEATURE_OMITTED,   /* the wrong form of an activation (tests/support/activation.h) */
    ROPE_OTHER_LAYOUT, /* interleaved for half */
    TEMPERATURE_OMITTED,
    TEMPERATURE_FROM_0, /* without the offset */
    ROPE_OTHER_PART,   /* the first elements for the last, or the other way round */
    ROPE_OTHER_ORDER,  /* sections interleaved for in blocks */
    ROPE_AXIS_0,       /* every pair reads the first axis */
    ROPE_AXES_SWAPPED, /* 0 for 1 */
    ROPE_OTHER_BASE,   /* 10000, whatever is stated */
    ROPE_TRUNCATED,    /* the ends of YaRN's ramp are rounded although they are not to be */
    ROPE_MULTIPLIER_OMITTED,
    QUERY_AT_NEXT_POSITION,
    POSITIONS_IN_BF16, /* beyond 256 they collapse */
    SINUSOIDAL_OTHER_LAYOUT,
    LEARNED_WITHOUT_OFFSET,
    ALIBI_SLOPES_FROM_ONE, /* 2^{-8h/H}, h from 0 */
    ALIBI_BY_KEY,          /* slope p_j */
    DISTANCE_REVERSED,     /* p_t - p_j */
    SHAW_UNSCALED,
    SHAW_VALUES_OMITTED,
    EMPTY_ROWS_OMITTED /* 0 where the mean of all values is meant */
} operator_mistake;

/* How frequencies are computed: base^{-x} by a power, by an exponential, or one from another. */
typedef enum { BY_POWER, BY_EXPONENTIAL, BY_PRODUCTS } angle_form;

typedef struct {
    const char *name;
    const char *precision;
    plumb_format arithmetic; /* binary64 or binary32 */
    plumb_format store;      /* scaled inputs, scores, and what elementwise operations give */
    plumb_format weight;     /* weights as stored for the product with the values */
    plumb_format output;
    sum_order order;
    bool divide_last;  /* weights are divided by their sum after the product with the values */
    bool other_form;   /* the second of two usual forms of a function */
    bool shift_stored; /* scores less their maximum are stored */
    angle_form angles;
    bool fused; /* tables and products of positions are not stored in the dtype of the tensors */
    simulated_rounding operand, sum; /* of a matrix unit */
} operator_engine;

typedef struct {
    double *output, *weights, *scores, *lse;
    bool overflow;
} operator_answers;

typedef struct {
    const operator_engine *by;
    const plumb_problem *problem;
    size_t b, h, t;
    operator_mistake made;
    double *score, *weight, *term; /* [key_length + 1]; the sink comes last */
    unsigned char *takes_part;     /* [key_length + 1] */
    double *query, *key;           /* [head_dim] at their positions, where a position moves them; the row's, a key's */
    bool *overflow;                /* becomes true if a finite number leaves its format */
} operator_row;

static inline double in_format(plumb_format format, double x) {
    return simulated_round((simulated_rounding){.format = number_format_of(format)}, x);
}

static inline double round_op(const operator_row *r, double x) {
    double rounded = in_format(r->by->arithmetic, x);
    *r->overflow = *r->overflow || rounded == INFINITY || (isfinite(x) && isinf(rounded));
    return rounded;
}

static inline double stored_op(const operator_row *r, double x) {
    double rounded = round_op(r, x), kept = in_format(r->by->store, rounded);
    *r->overflow = *r->overflow || (isfinite(rounded) && !isfinite(kept));
    return kept;
}

static inline double kept_as(const operator_row *r, plumb_format format, double x) {
    double kept = in_format(format, x);
    *r->overflow = *r->overflow || (isfinite(x) && !isfinite(kept));
    return kept;
}

static inline double sum_op(const operator_row *r, double x) {
    double sum = simulated_round(r->by->sum, round_op(r, x));
    *r->overflow = *r->overflow || isinf(sum);
    return sum;
}

static inline double product_op(const operator_row *r, double x, double y) {
    return round_op(r, simulated_round(r->by->operand, x) * simulated_round(r->by->operand, y));
}

/* The order of the engine; the terms are in its arithmetic. */
static inline double sum_terms(const operator_row *r, const double *x, size_t n) {
    double sum = 0;
    switch (r->by->order) {
    case PAIRWISE:
        if (n <= 2)
            return n == 0 ? 0 : n == 1 ? x[0] : sum_op(r, x[0] + x[1]);
        return sum_op(r, sum_terms(r, x, n / 2) + sum_terms(r, x + n / 2, n - n / 2));
    case BLOCKED:
        for (size_t first = 0; first < n; first += 3) {
            double part = 0;
            for (size_t i = first; i < n && i < first + 3; i++)
                part = sum_op(r, part + x[i]);
            sum = sum_op(r, sum + part);
        }
        return sum;
    case BACKWARDS:
        for (size_t i = n; i > 0; i--)
            sum = sum_op(r, sum + x[i - 1]);
        return sum;
    case FORWARDS:
    default:
        for (size_t i = 0; i < n; i++)
            sum = sum_op(r, sum + x[i]);
        return sum;
    }
}

static inline double sum_products(const operator_row *r, const double *x, const double *y,
                                  size_t n) {
    double *term = malloc((n + 1) * sizeof *term);
    for (size_t i = 0; i < n; i++)
        term[i] = product_op(r, x[i], y[i]);
    double sum = sum_terms(r, term, n);
    *r->overflow = *r->overflow || !isfinite(sum);
    free(term);
    return sum;
}

#endif
