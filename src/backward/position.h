/* position.h - the gradient of a case's loss in ALiBi's slopes, or in the numbers of a table that join its scores, as
   balls (spec/gradient.md, section 3). */
#ifndef PLUMB_BACKWARD_POSITION_H
#define PLUMB_BACKWARD_POSITION_H
#include "base/error.h"
#include "case/case.h"
#include "row/positions.h"

/* Middles and radii of all elements, [plumb_position_parameters][query_heads].  0, or -1 with a message. */
int plumb_position_gradients_evaluate(const plumb_case *c, int threads, double *mid, double *radius,
                                      plumb_error *error);
#endif
