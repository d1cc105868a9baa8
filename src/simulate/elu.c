/* elu.c - elu(x) + 1, as an activation and as a feature. */
#include "simulate/activations.h"

static double simulated(const plumb_simulated_engine *engine, double x) {
    double elu = plumb_simulated_stored(engine, x > 0 ? x : plumb_simulated_step(engine, expm1(x)));
    return plumb_simulated_stored(engine, elu + 1);
}

static double value(double x) {
    return x < 0 ? exp(x) : 1 + x;
}

static double slope(double x) {
    return x < 0 ? exp(x) : 1;
}

static double slope_of(double value) {
    return fmin(value, 1);
}

/* elu(x), of which little is left beside the 1 that is added. */
static double between(double x) {
    return x < 0 ? expm1(x) : 0;
}

const plumb_simulated_activation plumb_simulated_elu = {simulated, value, slope, slope_of, between};
