#include "exact/definition.h"
#include "exact/visible.h"
#include <math.h>

static bool lse_by_definition(const plumb_problem *problem, size_t visible) {
    bool sink_counts = plumb_exact_has_sink_logit(problem) && !problem->op.sink_outside_lse;
    return !plumb_exact_any_key(problem, visible) && !sink_counts;
}

bool plumb_exact_by_definition(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t visible,
                               plumb_quantity quantity, size_t column, double *value) {
    bool empty = plumb_exact_empty(problem, visible);
    bool mean = plumb_exact_is_mean(problem, visible);
    bool nan = empty && problem->empty_row == PLUMB_EMPTY_ROW_NAN;
    switch (quantity) {
    case PLUMB_SCORES:
        *value = -INFINITY;
        return !plumb_exact_takes_part(problem, b, h, t, column);
    case PLUMB_LSE:
        *value = problem->empty_lse_positive ? INFINITY : -INFINITY;
        return lse_by_definition(problem, visible);
    case PLUMB_WEIGHTS:
        *value = nan ? NAN : 0;
        return !mean && !plumb_exact_takes_part(problem, b, h, t, column);
    case PLUMB_OUTPUT:
    default:
        *value = nan ? NAN : 0;
        return nan || (empty && !mean && problem->extra.value_bias == NULL);
    }
}

bool plumb_definition_by_column(plumb_quantity quantity) {
    return quantity == PLUMB_SCORES || quantity == PLUMB_WEIGHTS;
}
