#include "simulate/activations.h"

static double simulated(const plumb_simulated_engine *engine, double x) {
    (void)engine;
    return x;
}

static double value(double x) {
    return x;
}

static double slope(double x) {
    (void)x;
    return 1;
}

const plumb_simulated_activation plumb_simulated_identity = {simulated, value, slope, slope, NULL};
