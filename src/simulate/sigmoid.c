#include "simulate/activations.h"

static double simulated(const plumb_simulated_engine *engine, double x) {
    return plumb_simulated_step(engine, 1 / plumb_simulated_step(engine, 1 + plumb_simulated_step(engine, exp(-x))));
}

static double value(double x) {
    return 1 / (1 + exp(-x));
}

static double slope(double x) {
    return value(x) * (1 - value(x));
}

static double slope_of(double value) {
    return value * (1 - value);
}

const plumb_simulated_activation plumb_simulated_sigmoid = {simulated, value, slope, slope_of, NULL};
