/* neighbours_operators_output.c - what engines do to the output in place of the stated value bias
   and gate. */
#include "diagnose/change.h"
#include "diagnose/gather.h"
#include "diagnose/neighbours_operators.h"
#include <math.h>

static int drop_value_bias(const plumb_neighbour *neighbour, plumb_storage *storage,
                           plumb_case *changed) {
    (void)neighbour;
    (void)storage;
    if (changed->problem.extra.value_bias == NULL)
        return 0;
    changed->problem.extra.value_bias = NULL;
    return 1;
}

/* number: the factor */
static int multiply_value_bias(const plumb_neighbour *neighbour, plumb_storage *storage,
                               plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    if (p->extra.value_bias == NULL)
        return 0;
    return plumb_change_multiply(storage, &p->extra.value_bias, p->query_heads * p->value_dim,
                                 neighbour->number);
}

static int share_value_bias(const plumb_neighbour *neighbour, plumb_storage *storage,
                            plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    size_t heads = p->query_heads;
    (void)neighbour;
    if (p->extra.value_bias == NULL || heads < 2)
        return 0;
    size_t *head = plumb_storage_take(storage, heads, sizeof *head);
    for (size_t h = 0; head != NULL && h < heads; h++)
        head[h] = 0;
    const double *shared = head == NULL ? NULL
                                        : plumb_gather_heads(storage, p->extra.value_bias, 1, heads,
                                                             head, heads, p->value_dim);
    if (shared == NULL)
        return -1;
    if (plumb_same_numbers(shared, p->extra.value_bias, heads * p->value_dim))
        return 0;
    p->extra.value_bias = shared;
    return 1;
}

static int drop_gate(const plumb_neighbour *neighbour, plumb_storage *storage,
                     plumb_case *changed) {
    (void)neighbour;
    (void)storage;
    if (changed->problem.extra.gate == NULL)
        return 0;
    changed->problem.extra.gate = NULL;
    return 1;
}

static size_t gate_width(const plumb_problem *p) {
    return p->extra.gate_per_element ? p->value_dim : 1;
}

static size_t gate_count(const plumb_problem *p) {
    return p->batch * p->query_heads * p->query_length * gate_width(p);
}

static int negate_gate(const plumb_neighbour *neighbour, plumb_storage *storage,
                       plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    (void)neighbour;
    if (p->extra.gate == NULL)
        return 0;
    return plumb_change_multiply(storage, &p->extra.gate, gate_count(p), -1);
}

static int read_gate_by_query(const plumb_neighbour *neighbour, plumb_storage *storage,
                              plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    const size_t size[] = {p->batch, p->query_heads, p->query_length, gate_width(p)};
    (void)neighbour;
    if (p->extra.gate == NULL)
        return 0;
    const double *gate = plumb_read_memory(storage, p->extra.gate, size, PLUMB_MEMORY_BSHD);
    if (gate == NULL)
        return -1;
    if (plumb_same_numbers(gate, p->extra.gate, gate_count(p)))
        return 0;
    p->extra.gate = gate;
    return 1;
}

/* What an engine multiplies by in place of 1/(1 + e^-gate). */
typedef enum { GATE, GATE_TIMES_SIGMOID } factor;

/* The stated factor over the engine's. */
static double correction(factor by, double gate) {
    return by == GATE ? 1 / ((1 + exp(-gate)) * gate) : 1 / gate;
}

/* integer: the factor.  The engine's output is made what it would be with the stated one; where the
   gate is 0 that cannot be known. */
static int use_factor(const plumb_neighbour *neighbour, plumb_storage *storage,
                      plumb_case *changed) {
    const plumb_problem *p = &changed->problem;
    plumb_claim *claim = &changed->output;
    size_t per_gate = p->extra.gate_per_element ? 1 : p->value_dim;
    if (p->extra.gate == NULL || !claim->present)
        return 0;
    double *output = plumb_change_copy(storage, claim->value, claim->count, sizeof *output);
    if (output == NULL)
        return -1;
    for (size_t n = 0; n < claim->count; n++) {
        double corrected = correction((factor)neighbour->integer, p->extra.gate[n / per_gate]);
        if (!isfinite(corrected))
            return 0;
        output[n] *= corrected;
    }
    claim->value = output;
    return 1;
}

static const plumb_change_line value_biases[] = {
    {"leaves out the value bias", NULL, drop_value_bias, 0, 0, 0},
    {"adds the value bias twice", NULL, multiply_value_bias, 0, 0, 2},
    {"subtracts the value bias", NULL, multiply_value_bias, 0, 0, -1},
    {"adds the value bias of head 0 in all heads", NULL, share_value_bias, 0, 0, 0},
};

static const plumb_change_line gates[] = {
    {"leaves out the gate", NULL, drop_gate, 0, 0, 0},
    {"multiplies by the gate without a sigmoid", NULL, use_factor, GATE, 0, 0},
    {"multiplies by the gate times its sigmoid", NULL, use_factor, GATE_TIMES_SIGMOID, 0, 0},
    {"multiplies by the sigmoid of -gate", NULL, negate_gate, 0, 0, 0},
    {"reads the gate as [batch, length, heads] and what follows", NULL, read_gate_by_query, 0, 0,
     0},
};

void plumb_neighbours_of_output(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_extras *extra = &stated->problem.extra;
    if (extra->value_bias != NULL)
        plumb_change_add_lines(neighbourhood, stated, PLUMB_NEIGHBOUR_FAULT, "v_bias",
                               PLUMB_LINES(value_biases));
    if (extra->gate != NULL)
        plumb_change_add_lines(neighbourhood, stated, PLUMB_NEIGHBOUR_FAULT, "gate",
                               PLUMB_LINES(gates));
}
