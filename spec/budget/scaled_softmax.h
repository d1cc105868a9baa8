/* spec/budget/scaled_softmax.h - a scaled softmax whose factor multiplies each weight is alpha times a softmax in a
   wider model (spec/budget.md, section 11).  Definition: proofs/model/scaled_softmax.v. */
#ifndef PLUMB_SPEC_BUDGET_SCALED_SOFTMAX_H
#define PLUMB_SPEC_BUDGET_SCALED_SOFTMAX_H
#include "spec/budget/finite.h"
#include "spec/budget/visible_softmax.h"

/* As visible_softmax, but that alpha, as an input, multiplies each probability, or each quotient, before it multiplies
   the value: what it gives is stored, and the weight before may be. */
/*@ axiomatic ScaledSoftmax {
      predicate scaled_softmax(seq u, seq t, real alpha, seq score, seq v, subset m, integer n, integer r, real x);
    } */

/* by how much a weight is off that was stored, multiplied and stored again, over alpha */
/*@ logic real multiplied_unit(seq u, seq t, real alpha) =
      joint(joint(el(u, 5), el(u, 5)), joint(el(u, 0) + rdiv(el(t, 0), alpha), joint(el(u, 6), el(u, 6)))); */
/*@ logic real multiplied_tiny(seq u, seq t, real alpha) =
      rmul(1.0 + multiplied_unit(u, t, alpha), el(t, 5) + rdiv(el(t, 5) + rmul(2.0, el(t, 6)), alpha)); */
/* a model a, b in which these are the stores, and what underflows in sums counts over alpha, too */
/*@ predicate bears_factor(seq u, seq t, real alpha, seq a, seq b) =
      multiplied_unit(u, t, alpha) <= el(a, 5) && multiplied_tiny(u, t, alpha) <= el(b, 5) &&
      el(t, 6) + rdiv(el(t, 6), alpha) <= el(b, 6) && el(a, 6) == el(u, 6) &&
      \forall integer i; 0 <= i < 12 && i != 5 && i != 6 ==> el(a, i) == el(u, i) && el(b, i) == el(t, i); */
/*@ lemma scaled_softmax_is_wider: \forall seq u, t, a, b, y, v, subset m, integer n, r, real alpha, x;
      is_roundings(u, t) && 0.0 < alpha && bears_factor(u, t, alpha, a, b) &&
      scaled_softmax(u, t, alpha, y, v, m, n, r, x) ==>
      is_roundings(a, b) && \exists real z; x == rmul(z, alpha) && visible_softmax(a, b, y, v, m, n, r, z); */
#endif
