/* activations.h - the activations: maps of one score to a weight before normalisation, as a simulated engine computes
   them and in binary64, with their derivatives.  Each word in the column `activation` of problem/operators.def has one,
   in its own file. */
#ifndef PLUMB_SIMULATED_ACTIVATIONS_H
#define PLUMB_SIMULATED_ACTIVATIONS_H
#include "simulate/engine.h"

typedef struct {
    double (*simulated)(const plumb_simulated_engine *engine, double x);
    double (*value)(double x);        /* the activation in binary64 */
    double (*slope)(double x);        /* its derivative at the score x */
    double (*slope_of)(double value); /* its derivative, from the value */
    double (*between)(double x); /* a stored intermediate result, which may cancel; NULL: none */
} plumb_simulated_activation;

/* for an operator without an activation */
extern const plumb_simulated_activation plumb_simulated_none;

#define OPERATOR(kind, features, lanes, activation, ...) \
    extern const plumb_simulated_activation plumb_simulated_##activation;
#include "problem/operators.def"

const plumb_simulated_activation *plumb_simulated_activation_of(plumb_operator_kind kind);
#endif
