/* activations.h - what operators make of one score before they normalise: as an honest engine computes it, in binary64,
   and how it grows with the score.  One of each word in the column `activation` of problem/operators.def, in a file of
   its own. */
#ifndef PLUMB_HONEST_ACTIVATIONS_H
#define PLUMB_HONEST_ACTIVATIONS_H
#include "honest/engine.h"

typedef struct {
    double (*honest)(const plumb_honest_engine *engine, double x);
    double (*value)(double x);
    double (*slope)(double x);
} plumb_honest_activation;

/* of an operator without one */
extern const plumb_honest_activation plumb_honest_none;

#define OPERATOR(kind, features, lanes, activation, ...) extern const plumb_honest_activation plumb_honest_##activation;
#include "problem/operators.def"

const plumb_honest_activation *plumb_honest_activation_of(plumb_operator_kind kind);
#endif
