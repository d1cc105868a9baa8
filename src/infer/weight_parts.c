/* weight_parts.c - see weight_parts.h.  A sink's logit is a part of the sum alone; softpick's shift cancels, but in
   epsilon, which is small. */
#include "infer/weight_parts.h"
#include "problem/traits.h"
#include "simulate/activations.h"
#include <math.h>

bool plumb_weights_have_parts(plumb_operator_kind kind) {
    return !plumb_operator_is(kind, PLUMB_IS_CLIPPED);
}

static plumb_weight_parts mapped(const plumb_operator *op, double score) {
    double a = plumb_simulated_activation_of(op->kind)->value(score);
    if (plumb_normalisation_is(op->normalisation, PLUMB_TAKES_ABSOLUTES))
        a = fabs(a);
    return (plumb_weight_parts){a, a};
}

plumb_weight_parts plumb_weight_parts_of(const plumb_operator *op, double score, double largest) {
    if (plumb_operator_is(op->kind, PLUMB_IS_NORMALISED))
        return mapped(op, score);
    double e = exp(score - largest);
    if (plumb_operator_is(op->kind, PLUMB_TAKES_ROOT))
        return (plumb_weight_parts){e, exp(op->power * (score - largest))};
    if (plumb_operator_is(op->kind, PLUMB_BEGINS_WITH_SOFTMAX))
        return (plumb_weight_parts){e, e};
    double picked = e - exp(-largest);
    return (plumb_weight_parts){fmax(0, picked), fabs(picked)};
}

double plumb_divisor_of_parts(const plumb_problem *p, double sum) {
    const plumb_operator *op = &p->op;
    if (plumb_operator_is(op->kind, PLUMB_TAKES_ROOT))
        return pow(sum, 1 / op->power);
    if (plumb_operator_is(op->kind, PLUMB_IS_MEAN))
        return plumb_operator_is(op->kind, PLUMB_IS_SCALED) ? sum / op->alpha : sum;
    if (!plumb_operator_is(op->kind, PLUMB_IS_NORMALISED) ||
        plumb_normalisation_is(op->normalisation, PLUMB_ADDS_EPSILON))
        return sum + op->epsilon;
    if (plumb_normalisation_is(op->normalisation, PLUMB_DIVIDES_BY_SUM))
        return fmax(fabs(sum), 1);
    return plumb_normalisation_is(op->normalisation, PLUMB_DIVIDES) ? (double)p->key_length : 1;
}
