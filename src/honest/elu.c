/* elu.c - elu(x) + 1, as an activation and as a feature. */
#include "honest/activations.h"

static double honest(const plumb_honest_engine *engine, double x) {
    double elu = plumb_honest_stored(engine, x > 0 ? x : plumb_honest_step(engine, expm1(x)));
    return plumb_honest_stored(engine, elu + 1);
}

static double value(double x) {
    return x < 0 ? exp(x) : 1 + x;
}

static double slope(double x) {
    return x < 0 ? exp(x) : 1;
}

const plumb_honest_activation plumb_honest_elu = {honest, value, slope};
