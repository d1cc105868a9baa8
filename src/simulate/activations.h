/* activations.h - what operators make of one score before they normalise: as a simulated engine computes it, in
   binary64, and how it grows with the score, by the score or by what became of it.  One of each word in the column
   `activation` of problem/operators.def, in a file of its own. */
#ifndef PLUMB_SIMULATED_ACTIVATIONS_H
#define PLUMB_SIMULATED_ACTIVATIONS_H
#include "simulate/engine.h"

typedef struct {
    double (*simulated)(const plumb_simulated_engine *engine, double x);
    double (*value)(double x);
    double (*slope)(double x);
    double (*slope_of)(double value);
    double (*between)(double x); /* what is stored on the way, and may cancel; NULL: nothing */
} plumb_simulated_activation;

/* of an operator without one */
extern const plumb_simulated_activation plumb_simulated_none;

#define OPERATOR(kind, features, lanes, activation, ...) \
    extern const plumb_simulated_activation plumb_simulated_##activation;
#include "problem/operators.def"

const plumb_simulated_activation *plumb_simulated_activation_of(plumb_operator_kind kind);
#endif
