/* spec/budget/visible_weight.h - what a key weighs in an online softmax as computed: the mean of values that are 1 at
   this key and 0 elsewhere (spec/budget.md, sections 4 and 5). */
#ifndef PLUMB_SPEC_BUDGET_VISIBLE_WEIGHT_H
#define PLUMB_SPEC_BUDGET_VISIBLE_WEIGHT_H
#include "spec/budget/visible_softmax.h"
#include "spec/budget/weight.h"

/* w is the weight of key i */
/*@ predicate visible_weight(seq u, seq t, seq y, subset m, integer n, integer r, integer i, real w) =
      visible_softmax(u, t, y, indicator(i), m, n, r, w); */
/* a is x as a sum comes out that is off by so much; x is not below 0 */
/*@ predicate summed_as(real relative, real absolute, real x, real a) = near(a, x, rmul(relative, x) + absolute); */
/* w is a quotient of p and of the sum of all weights, both as computed; that sum is e^x, |x| <= most */
/*@ predicate weight_divided(real p, real most, real kv, real eta, real k, real zeta, real w) = \exists real e, a, b;
      \abs(e) <= most && summed_as(kv, eta, p, a) && summed_as(k, zeta, rexp(e), b) && a == rmul(w, b); */
/*@ lemma visible_weight_within: \forall seq u, t, s, d, y, subset m, integer n, c, r, i, far,
      real limit, size, most, kv, eta, k, zeta, w;
      visible_row(u, t, s, d, m, n, c, r, far, limit, size, most) && visible_off(y, s, d, m, n) && 0 <= i < n &&
      among(m, i) &&
      sums_within(u, t, c, r, most, 1.0, kv, eta, k, zeta) && visible_weight(u, t, y, m, n, r, i, w) ==>
      \exists real tau; \abs(tau) <= exponent_off(u, t, c, r, size, el(d, i), \abs(el(s, i))) &&
        (falls(far, limit, el(s, i), el(d, i)) ==> tau == 0.0) &&
        weight_divided(rmul(el(softmax(s, m, n), i), rexp(tau)), most, kv, eta, k, zeta, w); */
#endif
