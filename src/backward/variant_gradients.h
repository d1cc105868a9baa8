/* variant_gradients.h - all gradients of a case from a wrong backward pass (variant.h), in binary64. */
#ifndef PLUMB_BACKWARD_VARIANT_GRADIENTS_H
#define PLUMB_BACKWARD_VARIANT_GRADIENTS_H
#include "backward/variant.h"
#include "problem/gradient.h"

/* rows: of the case (plumb_variant_rows_init); to: arrays of all elements, in the shapes of the case's gradients; NULL:
   not computed, as for slopes and tables, which are not supported.  Returns 0, or -1 if there is not enough memory. */
int plumb_variant_gradients(const plumb_case *c, const plumb_variant_rows *rows, const plumb_backward_variant *as,
                            double *const to[PLUMB_GRADIENT_COUNT]);
#endif
