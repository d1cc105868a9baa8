/* position.h - the gradient of a case's loss with respect to ALiBi's slopes, or to a table that is added to its scores,
   as balls (spec/gradient.md, section 3). */
#ifndef PLUMB_BACKWARD_POSITION_H
#define PLUMB_BACKWARD_POSITION_H
#include "base/error.h"
#include "case/case.h"
#include "row/positions.h"

/* Computes middles and radii of all elements, [plumb_position_parameters][query_heads].  Returns 0, or -1 with a
   message. */
int plumb_position_gradients_evaluate(const plumb_case *c, int threads, double *mid, double *radius,
                                      plumb_error *error);
#endif
