/* score_gradient.h - the gradients of a row's scores, in binary64, from those of its weights.

   Formulas: spec/gradient.md, section 2. */
#ifndef PLUMB_BACKWARD_SCORE_GRADIENT_H
#define PLUMB_BACKWARD_SCORE_GRADIENT_H
#include "backward/row.h"

/* Sets shared, inner, delta, score_gradient, divisor, grows and lse of the row from its scores, weights and
   weight_gradient.  The row must see a key. */
void plumb_set_score_gradients(plumb_backward_row *row);

/* The derivative of a weight by its softmax: 1, alpha, or zeta - gamma if it is not clipped, else 0. */
double plumb_softmax_change(const plumb_operator *op, double softmax);

/* The weight from a softmax: scaled, clipped, or unchanged. */
double plumb_changed_softmax(const plumb_operator *op, double softmax);
#endif
