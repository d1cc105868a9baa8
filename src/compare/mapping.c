/* mapping.c - see mapping.h. */
#include "compare/mapping.h"
#include "compare/operator_budget.h"

/* The operators of which the theorem speaks. */
static const struct {
    plumb_operator_kind kind;
    plumb_map map;
} known[] = {
    {PLUMB_SIGMOID, PLUMB_MAP_SIGMOID},           {PLUMB_ELU, PLUMB_MAP_ELU},
    {PLUMB_RELU, PLUMB_MAP_RELU},                 {PLUMB_SQUARED_RELU, PLUMB_MAP_SQUARED_RELU},
    {PLUMB_IDENTITY, PLUMB_MAP_IDENTITY},
};

static const plumb_division divisions[] = {
    [PLUMB_UNNORMALISED] = PLUMB_DIVIDED_BY_NOTHING,
    [PLUMB_SUM] = PLUMB_DIVIDED_BY_SUM,
    [PLUMB_ABSOLUTE_SUM] = PLUMB_DIVIDED_BY_ABSOLUTE_SUM,
    [PLUMB_AT_LEAST_ONE] = PLUMB_DIVIDED_BY_AT_LEAST_ONE,
    [PLUMB_KEY_LENGTH] = PLUMB_DIVIDED_BY_LENGTH,
};

static bool find_map(plumb_operator_kind kind, plumb_map *map) {
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].kind == kind) {
            *map = known[i].map;
            return true;
        }
    return false;
}

bool plumb_weighs_by_map(const plumb_problem *problem) {
    plumb_map map;
    return find_map(problem->op.kind, &map) &&
           (size_t)problem->op.normalisation < sizeof divisions / sizeof divisions[0] &&
           !plumb_sums_keys_first(problem);
}

plumb_mapping plumb_mapping_of(const plumb_problem *problem) {
    plumb_mapping mapping = {.division = divisions[problem->op.normalisation], .epsilon = problem->op.epsilon};
    find_map(problem->op.kind, &mapping.map);
    return mapping;
}
