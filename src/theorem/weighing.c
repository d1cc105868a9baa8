/* weighing.c - see weighing.h. */
#include "theorem/weighing.h"
#include "row/stages.h"

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
#define OPERATOR(kind, features, lanes, activation, last, weigher, map, ...) [kind] = map,
#include "problem/operators.def"
    };
    if (maps[kind] == none)
        return false;
    *map = (plumb_map)maps[kind];
    return true;
}

static bool is_mapped(const plumb_problem *problem, plumb_mapping *mapping) {
    *mapping = (plumb_mapping){.division = division_of(problem->op.normalisation), .epsilon = problem->op.epsilon};
    return find_map(problem->op.kind, &mapping->map);
}

bool plumb_proof_weighing(const plumb_problem *problem, plumb_weighing *weighing) {
    const plumb_operator *op = &problem->op;
    *weighing = (plumb_weighing){.kind = PLUMB_WEIGHED_BY_SOFTMAX};
    if (plumb_operator_is(op->kind, PLUMB_IS_MEAN))
        return true;
    weighing->kind = PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX;
    weighing->clip = (plumb_clip){op->gamma, op->zeta};
    if (plumb_operator_is(op->kind, PLUMB_IS_CLIPPED))
        return true;
    weighing->kind = PLUMB_WEIGHED_BY_SOFTPICK;
    weighing->epsilon = op->epsilon;
    if (op->kind == PLUMB_SOFTPICK)
        return true;
    weighing->kind = PLUMB_WEIGHED_BY_POWER_SOFTMAX;
    weighing->power = op->power;
    if (plumb_operator_is(op->kind, PLUMB_TAKES_ROOT))
        return true;
    weighing->kind = PLUMB_WEIGHED_BY_MAP;
    return is_mapped(problem, &weighing->mapping);
}

bool plumb_sums_keys_first(const plumb_problem *problem) {
    return plumb_operator_is(problem->op.kind, PLUMB_IS_LINEAR) && problem->op.softcap == 0 &&
           !plumb_adds_bias(problem) && !plumb_position_joins_products(problem->position.kind);
}
