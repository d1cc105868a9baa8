#include "diagnose/change_operators.h"
#include "diagnose/logarithms.h"
#include "diagnose/rows.h"

void plumb_neighbours_of_operators(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    const plumb_operator *op = &p->op;
    const plumb_extras *extra = &p->extra;
    size_t heads = p->query_heads;
    long long first_keys = (long long)op->sink_keys;
    bool grouped = p->key_heads > 1 && p->key_heads < heads, clipped = op->kind == PLUMB_CLIPPED_SOFTMAX;
    bool own = extra->sinks != NULL || extra->key0_bias != NULL || extra->sink_key != NULL;
    bool normalised = plumb_operator_is(op->kind, PLUMB_IS_NORMALISED);
    bool has_epsilon = op->kind == PLUMB_SOFTPICK ||
                       (normalised && plumb_normalisation_is(op->normalisation, PLUMB_ADDS_EPSILON));
#include "diagnose/neighbours_operators.def"
}
