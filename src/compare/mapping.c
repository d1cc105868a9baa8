/* mapping.c - see mapping.h. */
#include "compare/mapping.h"
#include "compare/operator_budget.h"

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
    enum { none = -1 };
    static const int maps[] = {
#define OPERATOR(kind, features, lanes, activation, last, budget, map, ...) [kind] = map,
#include "problem/operators.def"
    };
    if (maps[kind] == none)
        return false;
    *map = (plumb_map)maps[kind];
    return true;
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
