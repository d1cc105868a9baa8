/* score_gradient.h - the gradients in the scores of a row, in binary64, from those in its weights.

   Formulas: spec/gradient.md, section 2. */
#ifndef PLUMB_BACKWARD_SCORE_GRADIENT_H
#define PLUMB_BACKWARD_SCORE_GRADIENT_H
#include "backward/row.h"

/* From the row's scores, weights and weight_gradient: its shared, inner, delta, score_gradient, divisor and grows, and
   the logarithm of all that divides a softmax, but for a row that sees no key. */
void plumb_set_score_gradients(plumb_backward_row *row);

/* How a weight grows with the softmax that it is made of: 1, alpha, or zeta - gamma where it is not clipped. */
double plumb_softmax_change(const plumb_operator *op, double softmax);

/* The weight that is made of a softmax: scaled or clipped, or as it is. */
double plumb_changed_softmax(const plumb_operator *op, double softmax);
#endif
