/* spec/budget/softmax_in_steps.h - what computes a softmax step by step, as eager kernels do, is an engine of the model
   (spec/budget.md, section 1).

   No bound rests on this lemma.  As those of step_by_step.h do, it holds the definition from below: one that left out a
   rounding or an error of a probability, or a store, would leave it open. */
#ifndef PLUMB_SPEC_BUDGET_SOFTMAX_IN_STEPS_H
#define PLUMB_SPEC_BUDGET_SOFTMAX_IN_STEPS_H
#include "spec/budget/shifts.h"
#include "spec/budget/step_by_step.h"

/* y is the probability of a score at a shift: both as they are stored, their difference scaled to another base, which
   may be stored, and e^x */
/*@ predicate probability_in_steps(seq u, seq t, real score, real shift, real y) = \exists real a, b, c, x, stored;
      rounded_in(u, t, 4, score, a) && rounded_in(u, t, 4, shift, b) && rounded_four_times(u, t, a - b, c) &&
      rounded_twice(u, t, c, x) && rounded_by(el(u, 9), el(t, 4), x, stored) &&
      exponential_computed(u, t, stored, y); */
/* a_n is the sum of the products q_j of p and w, b_n that of p, one key after the other */
/*@ predicate keys_in_order(seq u, seq t, seq p, seq w, seq q, seq a, seq b, integer n) =
      el(a, 0) == 0.0 && el(b, 0) == 0.0 && \forall integer j; 0 <= j < n ==>
      rounded_in(u, t, 6, el(p, j) * el(w, j), el(q, j)) && rounded_in(u, t, 6, el(a, j) + el(q, j), el(a, j + 1)) &&
      rounded_in(u, t, 6, el(b, j) + el(p, j), el(b, j + 1)); */
/* p are the probabilities of the scores s as stored, w the values v as multiplied; no score is far below the largest */
/*@ predicate keys_stored(seq u, seq t, seq s, seq v, real top, seq y, seq p, seq w, integer n) =
      \forall integer j; 0 <= j < n ==> top < el(s, j) + 128.0 &&
      probability_in_steps(u, t, el(s, j), top, el(y, j)) && rounded_in(u, t, 5, el(y, j), el(p, j)) &&
      rounded_in(u, t, 1, el(v, j), el(w, j)); */
/*@ lemma softmax_in_order: \forall seq u, t, s, v, y, p, w, q, a, b, integer n, real top;
      is_roundings(u, t) && bears_keys(u, n, 0) && 0 < n && is_maximum(s, n, top) &&
      keys_stored(u, t, s, v, top, y, p, w, n) && keys_in_order(u, t, p, w, q, a, b, n) && el(b, n) != 0.0 ==>
      online_softmax(u, t, s, v, n, 0, rdiv(el(a, n), el(b, n))); */
#endif
