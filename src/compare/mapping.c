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

#define DIVISION_none PLUMB_DIVIDED_BY_NOTHING
#define DIVISION_sum PLUMB_DIVIDED_BY_SUM
#define DIVISION_at_least_one PLUMB_DIVIDED_BY_AT_LEAST_ONE
#define DIVISION_key_length PLUMB_DIVIDED_BY_LENGTH
static const plumb_division divisions[] = {
#define NORMALISATION(normalisation, divisor, traits) [normalisation] = DIVISION_##divisor,
#include "problem/normalisations.def"
};

static plumb_division division_of(plumb_normalisation normalisation) {
    return plumb_normalisation_is(normalisation, PLUMB_TAKES_ABSOLUTES) ? PLUMB_DIVIDED_BY_ABSOLUTE_SUM
                                                                        : divisions[normalisation];
}

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
    return find_map(problem->op.kind, &map) && !plumb_sums_keys_first(problem);
}

plumb_mapping plumb_mapping_of(const plumb_problem *problem) {
    plumb_mapping mapping = {.division = division_of(problem->op.normalisation), .epsilon = problem->op.epsilon};
    find_map(problem->op.kind, &mapping.map);
    return mapping;
}
