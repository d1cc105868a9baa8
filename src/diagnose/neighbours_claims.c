/* neighbours_claims.c - what the engine's tensors hold in place of what they are taken for: other
   units and other layouts. */
#include "diagnose/neighbours_claims.h"
#include "compare/compare.h"
#include "diagnose/change.h"
#include "diagnose/gather.h"
#include "diagnose/logarithms.h"

plumb_claim *plumb_claim_in(plumb_case *changed, plumb_quantity quantity) {
    switch (quantity) {
    case PLUMB_OUTPUT:
        return &changed->output;
    case PLUMB_WEIGHTS:
        return &changed->weights;
    case PLUMB_SCORES:
        return &changed->scores;
    case PLUMB_LSE:
    default:
        return &changed->lse;
    }
}

int plumb_multiply_claim(plumb_storage *storage, plumb_claim *claim, double factor) {
    return claim->present ? plumb_change_multiply(storage, &claim->value, claim->count, factor) : 0;
}

/* integer: the quantity; number: the factor */
static int multiply(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    return plumb_multiply_claim(
        storage, plumb_claim_in(changed, (plumb_quantity)neighbour->integer), neighbour->number);
}

/* integer: the quantity; second: the layout */
static int use_layout(const plumb_neighbour *neighbour, plumb_storage *storage,
                      plumb_case *changed) {
    const plumb_problem *p = &changed->problem;
    plumb_quantity quantity = (plumb_quantity)neighbour->integer;
    plumb_claim *claim = plumb_claim_in(changed, quantity);
    const size_t size[] = {p->batch, p->query_heads, p->query_length,
                           plumb_quantity_width(quantity, p)};
    if (!claim->present)
        return 0;
    const double *value =
        plumb_read_memory(storage, claim->value, size, (plumb_memory)neighbour->second);
    if (value == NULL)
        return -1;
    if (plumb_same_numbers(value, claim->value, claim->count))
        return 0;
    claim->value = value;
    return 1;
}

static const plumb_change_line log_sum_exps[] = {
    {"gives the log-sum-exp to the base 2", NULL, multiply, PLUMB_LSE, 0, PLUMB_LN_2},
    {"gives the log-sum-exp times ln 2", NULL, multiply, PLUMB_LSE, 0, PLUMB_LOG2_E},
    {"gives the log-sum-exp with the other sign", NULL, multiply, PLUMB_LSE, 0, -1},
    {"writes the log-sum-exp as [batch, length, heads]", NULL, use_layout, PLUMB_LSE,
     PLUMB_MEMORY_BSHD, 0},
};

static const plumb_change_line scores[] = {
    {"gives scores times log2 e, for powers of 2", NULL, multiply, PLUMB_SCORES, 0, PLUMB_LN_2},
    {"writes scores as [batch, heads, keys, queries]", NULL, use_layout, PLUMB_SCORES,
     PLUMB_MEMORY_BHDS, 0},
    {"writes scores as [batch, queries, heads, keys]", NULL, use_layout, PLUMB_SCORES,
     PLUMB_MEMORY_BSHD, 0},
};

static const plumb_change_line weights[] = {
    {"writes weights as [batch, heads, keys, queries]", NULL, use_layout, PLUMB_WEIGHTS,
     PLUMB_MEMORY_BHDS, 0},
    {"writes weights as [batch, queries, heads, keys]", NULL, use_layout, PLUMB_WEIGHTS,
     PLUMB_MEMORY_BSHD, 0},
};

static void add(plumb_neighbourhood *list, const plumb_case *stated, plumb_quantity quantity,
                const plumb_change_line *line, size_t lines) {
    if (plumb_claim_of(stated, quantity)->present)
        plumb_change_add_lines(list, stated, PLUMB_NEIGHBOUR_CONVENTION,
                               plumb_quantity_name(quantity), line, lines);
}

void plumb_neighbours_of_claims(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    add(neighbourhood, stated, PLUMB_LSE, PLUMB_LINES(log_sum_exps));
    add(neighbourhood, stated, PLUMB_SCORES, PLUMB_LINES(scores));
    add(neighbourhood, stated, PLUMB_WEIGHTS, PLUMB_LINES(weights));
    plumb_neighbours_of_row_claims(stated, neighbourhood);
    plumb_neighbours_of_factors(stated, neighbourhood);
}
