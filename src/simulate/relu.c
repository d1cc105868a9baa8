/* relu.c - max(0, x) and its square. */
#include "simulate/activations.h"

static double simulated(const plumb_simulated_engine *engine, double x) {
    (void)engine;
    return fmax(0, x);
}

static double value(double x) {
    return fmax(0, x);
}

static double slope(double x) {
    return x > 0;
}

const plumb_simulated_activation plumb_simulated_relu = {simulated, value, slope, slope, NULL};

static double simulated_square(const plumb_simulated_engine *engine, double x) {
    return plumb_simulated_step(engine, value(x) * value(x));
}

static double square(double x) {
    return value(x) * value(x);
}

static double slope_of_square(double x) {
    return 2 * value(x);
}

static double slope_of_root(double value) {
    return 2 * sqrt(value);
}

const plumb_simulated_activation plumb_simulated_squared_relu = {simulated_square, square, slope_of_square,
                                                                  slope_of_root, NULL};
