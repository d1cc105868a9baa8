/* relu.c - max(0, x) and its square. */
#include "honest/activations.h"

static double honest(const plumb_honest_engine *engine, double x) {
    (void)engine;
    return fmax(0, x);
}

static double value(double x) {
    return fmax(0, x);
}

static double slope(double x) {
    return x > 0;
}

const plumb_honest_activation plumb_honest_relu = {honest, value, slope};

static double honest_square(const plumb_honest_engine *engine, double x) {
    return plumb_honest_step(engine, value(x) * value(x));
}

static double square(double x) {
    return value(x) * value(x);
}

static double slope_of_square(double x) {
    return 2 * value(x);
}

const plumb_honest_activation plumb_honest_squared_relu = {honest_square, square, slope_of_square};
