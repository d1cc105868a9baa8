#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/fit.h"
#include "diagnose/rows.h"
#include <math.h>
#include <stdlib.h>

/* How often a sink may count, or be a part of one. */
#define MOST_TIMES 256.0

/* A parameter n counts the sink n times. */
static void count_times(plumb_problem *problem, double times, void *context) {
    double *sinks = context;
    for (size_t h = 0; h < problem->query_heads; h++)
        sinks[h] = problem->extra.sinks[h] + log(times);
    problem->extra.sinks = sinks;
}

/* How often the sink counts, where no list has it. */
static void add_times(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    double times, *workspace = malloc((p->query_heads + 1) * sizeof *workspace);
    const plumb_fitted fitted = {.set = count_times, .context = workspace, .low = 1 / MOST_TIMES, .high = MOST_TIMES};
    bool found = p->op.sink == PLUMB_SINK_LOGIT && workspace != NULL &&
                 plumb_fit(stated, &fitted, neighbourhood, &times);
    free(workspace);
    if (!found || plumb_fit_same(times, 1) || plumb_fit_same(times, 2))
        return;
    double whole = round(times);
    if (whole > 0 && plumb_fit_same(times, whole))
        ROW(FAULT, "sink", true, FITTED(RAISE("sinks", log(whole))), "counts the sink %g times", whole)
    if (!(whole > 0 && plumb_fit_is(times, whole)))
        ROW(FAULT, "sink", true, FITTED(RAISE("sinks", log(times))), "counts the sink about %.4g times", times)
}

void plumb_neighbours_of_operators(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    const plumb_operator *op = &p->op;
    const plumb_extras *extra = &p->extra;
    size_t heads = p->query_heads;
    long long first_keys = (long long)op->sink_keys;
    bool grouped = p->key_heads > 1 && p->key_heads < heads, clipped = op->kind == PLUMB_CLIPPED_SOFTMAX;
    bool own = extra->sinks != NULL || extra->key0_bias != NULL || extra->sink_key != NULL;
    bool normalised = plumb_operator_is(op->kind, PLUMB_IS_NORMALISED);
    bool has_epsilon =
        op->kind == PLUMB_SOFTPICK || (normalised && plumb_normalisation_is(op->normalisation, PLUMB_ADDS_EPSILON));
#include "diagnose/neighbours_operators.def"
    add_times(stated, neighbourhood);
}
