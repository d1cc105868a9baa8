/* spec/gradient/score_gradient.h - the gradient of a loss in the scores of a softmax (spec/gradient.md, section 2).

   Of one row: p are its weights, y the loss's gradient in each weight, which is the product of the output's gradient
   with the key's value; l is the loss's gradient in the log-sum-exp of the row. */
#ifndef PLUMB_SPEC_GRADIENT_SCORE_GRADIENT_H
#define PLUMB_SPEC_GRADIENT_SCORE_GRADIENT_H
#include "spec/number/visible_total.h"

/*@ axiomatic ScoreGradient {
      logic seq products(seq a, seq b); // a_j b_j
      // p_j (y_j - delta + l) for visible keys, delta = sum over visible i of p_i y_i; 0 for the others
      logic seq softmax_gradient(seq p, seq y, subset m, real l, integer n);
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma products_is: \forall seq a, b, integer j; el(products(a, b), j) == el(a, j) * el(b, j); */
/*@ lemma softmax_gradient_is: \forall seq p, y, subset m, real l, integer n, j; among(m, j) ==>
      el(softmax_gradient(p, y, m, l, n), j) == el(p, j) * (el(y, j) - visible_total(products(p, y), m, n) + l); */
#endif

/*@ lemma products_element: \forall seq a, b, integer j; el(products(a, b), j) == rmul(el(a, j), el(b, j)); */
/*@ lemma softmax_gradient_visible: \forall seq p, y, subset m, real l, integer n, j; among(m, j) ==>
      el(softmax_gradient(p, y, m, l, n), j) ==
      rmul(el(p, j), el(y, j) + (l - visible_total(products(p, y), m, n))); */
/*@ lemma softmax_gradient_invisible: \forall seq p, y, subset m, real l, integer n, j; !among(m, j) ==>
      el(softmax_gradient(p, y, m, l, n), j) == 0.0; */
#endif
