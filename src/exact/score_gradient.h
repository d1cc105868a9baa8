/* score_gradient.h - the gradients in a row's scores from those in its weights, in Arb.

   Formulas: spec/gradient.md, section 2.  score, weight, of_weight, gradient [key_length]; keys that a row does not see
   have the gradient 0. */
#ifndef PLUMB_EXACT_SCORE_GRADIENT_H
#define PLUMB_EXACT_SCORE_GRADIENT_H
#include "problem/arb.h"
#include "problem/problem.h"

typedef struct {
    const plumb_problem *problem;
    size_t b, h, t;
    slong precision;
    arb_srcptr score, weight, of_weight;
    arb_srcptr lse, of_lse; /* the row's log-sum-exp, if its weights are a softmax's, and the gradient in it */
} plumb_exact_weighed;

/* delta: of the softmax, or of the weights. */
void plumb_exact_score_gradients(const plumb_exact_weighed *row, arb_ptr gradient, arb_t delta);
#endif
