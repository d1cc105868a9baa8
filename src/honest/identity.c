#include "honest/activations.h"

static double honest(const plumb_honest_engine *engine, double x) {
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

const plumb_honest_activation plumb_honest_identity = {honest, value, slope};
