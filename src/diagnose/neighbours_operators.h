/* neighbours_operators.h - the parts of the list of operators. */
#ifndef PLUMB_DIAGNOSE_NEIGHBOURS_OPERATORS_H
#define PLUMB_DIAGNOSE_NEIGHBOURS_OPERATORS_H
#include "diagnose/neighbour.h"

void plumb_neighbours_of_sinks(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* What is done to the output: value bias and gate. */
void plumb_neighbours_of_output(const plumb_case *stated, plumb_neighbourhood *neighbourhood);

/* Whether weights are normalised by one of the rules of plumb_normalisation. */
bool plumb_is_normalised(plumb_operator_kind kind);
#endif
