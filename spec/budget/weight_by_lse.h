/* spec/budget/weight_by_lse.h - a weight as the exponential of a score less the log-sum-exp (spec/budget.md,
   sections 4 to 6). */
#ifndef PLUMB_SPEC_BUDGET_WEIGHT_BY_LSE_H
#define PLUMB_SPEC_BUDGET_WEIGHT_BY_LSE_H
#include "spec/budget/lse.h"

/* e is e^{y - l}, for a score y and the log-sum-exp l as computed: both rounded, six roundings of their difference,
   which may be stored; the exponential */
/*@ predicate exponential_by_lse(seq u, seq t, real y, real l, real e) = \exists real a, b, c, d;
      rounded_in(u, t, 4, y, a) && rounded_in(u, t, 4, l, b) && rounded_often(u, t, 6.0, a - b, c) &&
      rounded_by(el(u, 9), el(t, 4), c, d) && rounded_by(el(u, 10), el(t, 4), rexp(d), e); */
/* x is that, stored as a probability, as a result and in its tensor */
/*@ predicate weight_by_lse(seq u, seq t, real y, real l, real x) = \exists real e, p, o;
      exponential_by_lse(u, t, y, l, e) && rounded_in(u, t, 5, e, p) && rounded_in(u, t, 7, p, o) &&
      rounded_in(u, t, 8, o, x); */
/* of key k, with the log-sum-exp of all n places */
/*@ predicate visible_weight_by_lse(seq u, seq t, seq y, subset m, integer n, integer r, integer k, real x) =
      \exists real l; visible_lse(u, t, y, m, n, n, r, l) && weight_by_lse(u, t, el(y, k), l, x); */
#endif
