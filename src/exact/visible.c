#include "exact/visible.h"
#include <math.h>

bool plumb_exact_visible(const plumb_problem *problem, size_t t, size_t i) {
    return !problem->causal.causal || (int64_t)i <= (int64_t)t + problem->causal.offset;
}

size_t plumb_exact_visible_count(const plumb_problem *problem, size_t t) {
    size_t count = 0;
    for (size_t i = 0; i < problem->key_length; i++)
        count += plumb_exact_visible(problem, t, i);
    return count;
}

const double *plumb_exact_query(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    size_t row = (b * problem->query_heads + h) * problem->query_length + t;
    return problem->query + row * problem->head_dim;
}

/* The row of key and value i in tensors laid out [batch][key_heads][key_length]. */
static size_t key_row(const plumb_problem *problem, size_t b, size_t h, size_t i) {
    size_t key_head = h / (problem->query_heads / problem->key_heads);
    return (b * problem->key_heads + key_head) * problem->key_length + i;
}

const double *plumb_exact_key(const plumb_problem *problem, size_t b, size_t h, size_t i) {
    return problem->key + key_row(problem, b, h, i) * problem->head_dim;
}

const double *plumb_exact_value(const plumb_problem *problem, size_t b, size_t h, size_t i) {
    return problem->value + key_row(problem, b, h, i) * problem->value_dim;
}

static bool vector_finite(const double *x, size_t count) {
    for (size_t c = 0; c < count; c++)
        if (!isfinite(x[c]))
            return false;
    return true;
}

bool plumb_exact_key_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i) {
    return vector_finite(plumb_exact_query(problem, b, h, t), problem->head_dim) &&
           vector_finite(plumb_exact_key(problem, b, h, i), problem->head_dim);
}

bool plumb_exact_keys_finite(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    for (size_t i = 0; i < problem->key_length; i++)
        if (plumb_exact_visible(problem, t, i) && !plumb_exact_key_finite(problem, b, h, t, i))
            return false;
    return true;
}

bool plumb_exact_values_finite(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    for (size_t i = 0; i < problem->key_length; i++)
        if (plumb_exact_visible(problem, t, i) &&
            !vector_finite(plumb_exact_value(problem, b, h, i), problem->value_dim))
            return false;
    return true;
}

bool plumb_exact_column_finite(const plumb_problem *problem, size_t b, size_t h, size_t t,
                               size_t column) {
    for (size_t i = 0; i < problem->key_length; i++)
        if (plumb_exact_visible(problem, t, i) &&
            !isfinite(plumb_exact_value(problem, b, h, i)[column]))
            return false;
    return true;
}
