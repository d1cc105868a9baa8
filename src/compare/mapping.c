/* mapping.c - see mapping.h. */
#include "compare/mapping.h"
#include "compare/operator_budget.h"
#include "problem/traits.h"

#define MAP_none PLUMB_MAP_IDENTITY /* not asked */
#define MAP_sigmoid PLUMB_MAP_SIGMOID
#define MAP_elu PLUMB_MAP_ELU
#define MAP_relu PLUMB_MAP_RELU
#define MAP_squared_relu PLUMB_MAP_SQUARED_RELU
#define MAP_identity PLUMB_MAP_IDENTITY
static const plumb_map maps[] = {
#define OPERATOR(kind, features, lanes, activation, ...) [kind] = MAP_##activation,
#include "problem/operators.def"
};

static const plumb_division divisions[] = {
    [PLUMB_UNNORMALISED] = PLUMB_DIVIDED_BY_NOTHING,         [PLUMB_SUM] = PLUMB_DIVIDED_BY_SUM,
    [PLUMB_ABSOLUTE_SUM] = PLUMB_DIVIDED_BY_ABSOLUTE_SUM,    [PLUMB_AT_LEAST_ONE] = PLUMB_DIVIDED_BY_AT_LEAST_ONE,
    [PLUMB_KEY_LENGTH] = PLUMB_DIVIDED_BY_LENGTH,
};

bool plumb_weighs_by_map(const plumb_problem *problem) {
    return plumb_operator_is(problem->op.kind, PLUMB_IS_NORMALISED) &&
           !plumb_operator_is(problem->op.kind, PLUMB_MAPS_FEATURES) && !plumb_sums_keys_first(problem);
}

plumb_mapping plumb_mapping_of(const plumb_problem *problem) {
    return (plumb_mapping){.map = maps[problem->op.kind],
                            .division = divisions[problem->op.normalisation],
                            .epsilon = problem->op.epsilon};
}
