#include "honest/activations.h"

static double honest(const plumb_honest_engine *engine, double x) {
    return plumb_honest_step(engine, 1 / plumb_honest_step(engine, 1 + plumb_honest_step(engine, exp(-x))));
}

static double value(double x) {
    return 1 / (1 + exp(-x));
}

static double slope(double x) {
    return value(x) * (1 - value(x));
}

const plumb_honest_activation plumb_honest_sigmoid = {honest, value, slope};
