#include "exact/finite.h"
#include "exact/visible.h"
#include <math.h>

static bool vector_finite(const double *x, size_t count) {
    for (size_t c = 0; c < count; c++)
        if (!isfinite(x[c]))
            return false;
    return true;
}

/* A number that the problem need not have. */
static bool optional_finite(const double *x) {
    return x == NULL || isfinite(*x);
}

static bool feature_map_finite(const plumb_problem *problem) {
    const plumb_extras *extra = &problem->extra;
    return problem->op.kind != PLUMB_MLP_KERNEL ||
           (vector_finite(extra->mlp_inner, extra->hidden_dim * problem->head_dim) &&
            vector_finite(extra->mlp_outer, extra->feature_dim * extra->hidden_dim));
}

static bool query_finite(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    return vector_finite(plumb_exact_query(problem, b, h, t), problem->head_dim) &&
           feature_map_finite(problem);
}

static bool visible_key_finite(const plumb_problem *problem, size_t b, size_t h, size_t t,
                               size_t i) {
    return vector_finite(plumb_exact_key(problem, b, h, i), problem->head_dim) &&
           optional_finite(plumb_exact_bias(problem, b, h, t, i)) &&
           optional_finite(plumb_exact_key0_bias(problem, h, i));
}

bool plumb_exact_key_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i) {
    return !plumb_exact_visible(problem, b, h, t, i) ||
           (query_finite(problem, b, h, t) && visible_key_finite(problem, b, h, t, i));
}

static bool sink_logit_finite(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    switch (problem->op.sink) {
    case PLUMB_SINK_LOGIT:
        return isfinite(problem->extra.sinks[h]);
    case PLUMB_SINK_KEY:
    case PLUMB_SINK_KEY_VALUE:
    case PLUMB_SINK_TOKEN:
        return query_finite(problem, b, h, t) &&
               vector_finite(plumb_exact_sink_key(problem, h), problem->head_dim);
    case PLUMB_SINK_NONE:
    case PLUMB_SINK_ZERO:
    case PLUMB_SINK_FIRST_KEYS:
    case PLUMB_SINK_KEY0_BIAS:
    default:
        return true;
    }
}

bool plumb_exact_keys_finite(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    bool query_known = query_finite(problem, b, h, t);
    for (size_t i = 0; i < problem->key_length; i++)
        if (plumb_exact_visible(problem, b, h, t, i) &&
            !(query_known && visible_key_finite(problem, b, h, t, i)))
            return false;
    return sink_logit_finite(problem, b, h, t);
}

static bool column_values_finite(const plumb_problem *problem, size_t b, size_t h, size_t t,
                                 size_t column) {
    for (size_t i = 0; i < problem->key_length; i++)
        if (plumb_exact_takes_part(problem, b, h, t, i) &&
            !isfinite(plumb_exact_value(problem, b, h, i)[column]))
            return false;
    return true;
}

bool plumb_exact_column_finite(const plumb_problem *problem, size_t b, size_t h, size_t t,
                               size_t column) {
    return column_values_finite(problem, b, h, t, column) &&
           (!plumb_exact_has_sink_value(problem) ||
            isfinite(plumb_exact_sink_value(problem, h)[column])) &&
           optional_finite(plumb_exact_value_bias(problem, h, column)) &&
           optional_finite(plumb_exact_gate(problem, b, h, t, column));
}

bool plumb_exact_values_finite(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    for (size_t c = 0; c < problem->value_dim; c++)
        if (!plumb_exact_column_finite(problem, b, h, t, c))
            return false;
    return true;
}

plumb_finite plumb_exact_finite(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    return (plumb_finite){plumb_exact_keys_finite(problem, b, h, t),
                          plumb_exact_values_finite(problem, b, h, t)};
}

bool plumb_exact_has_value(const plumb_problem *problem, size_t b, size_t h, size_t t,
                           plumb_finite finite, plumb_quantity quantity, size_t column) {
    if (quantity == PLUMB_SCORES)
        return finite.keys || plumb_exact_key_finite(problem, b, h, t, column);
    return finite.keys && (quantity != PLUMB_OUTPUT || finite.values ||
                           plumb_exact_column_finite(problem, b, h, t, column));
}
