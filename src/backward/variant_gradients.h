/* variant_gradients.h - all gradients of a case as a backward pass makes them that does something wrong (variant.h), in
   binary64. */
#ifndef PLUMB_BACKWARD_VARIANT_GRADIENTS_H
#define PLUMB_BACKWARD_VARIANT_GRADIENTS_H
#include "backward/variant.h"
#include "problem/gradient.h"

/* delta: [rows]; to: arrays of all elements, as the case has the gradients; NULL: not asked for, as that in
   slopes or a table, of which nothing is known.  0, or -1 if memory is short. */
int plumb_variant_gradients(const plumb_case *c, const double *delta, const plumb_backward_variant *as,
                            double *const to[PLUMB_GRADIENT_COUNT]);
#endif
