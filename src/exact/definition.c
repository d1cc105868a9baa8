#include "exact/definition.h"
#include "exact/visible.h"
#include <math.h>

bool plumb_exact_by_definition(const plumb_problem *problem, size_t t, size_t visible,
                               plumb_quantity quantity, size_t column, double *value) {
    bool empty = visible == 0;
    switch (quantity) {
    case PLUMB_SCORES:
        *value = -INFINITY;
        return !plumb_exact_visible(problem, t, column);
    case PLUMB_LSE:
        *value = -INFINITY;
        return empty;
    case PLUMB_WEIGHTS:
        *value = empty && problem->empty_row == PLUMB_EMPTY_ROW_NAN ? NAN : 0;
        return !plumb_exact_visible(problem, t, column);
    case PLUMB_OUTPUT:
    default:
        *value = problem->empty_row == PLUMB_EMPTY_ROW_NAN ? NAN : 0;
        return empty;
    }
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
