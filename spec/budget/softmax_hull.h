/* spec/budget/softmax_hull.h - a softmax as computed lies among the values that the query sees, however wrong its
   scores are (spec/budget.md, section 5). */
#ifndef PLUMB_SPEC_BUDGET_SOFTMAX_HULL_H
#define PLUMB_SPEC_BUDGET_SOFTMAX_HULL_H
#include "spec/budget/hull.h"
#include "spec/budget/visible_softmax.h"

/* the errors of the two sums, in units of e^-most of the weights */
/*@ predicate grown_sums_within(seq u, seq t, integer c, integer r, real most, real total, real kv, real eta, real k,
                                real zeta) =
      \exists real a, b; sums_within(u, t, c, r, most, total, kv, a, k, b) &&
        rmul(a, rexp(most)) <= eta && rmul(b, rexp(most)) <= zeta; */
/* The weights are those of the scores as computed, so only the errors of exponentials count: at most `most` for scores
   of this size.  In units of e^-most, the weights sum to 1 at least. */
/*@ lemma softmax_evaluates_with_some_weight: \forall seq u, t, s, d, y, v, subset m, integer n, c, r, far,
      real limit, size, errors, most, kv, eta, k, zeta, x;
      visible_row(u, t, s, d, m, n, c, r, far, limit, size, errors) && visible_off(y, s, d, m, n) &&
      exponent_off(u, t, c, r, size, 0.0, size) <= most &&
      grown_sums_within(u, t, c, r, most, visible_total(absolutes(v), m, n), kv, eta, k, zeta) &&
      visible_softmax(u, t, y, v, m, n, r, x) ==>
      \exists seq p; some_weight(p, m, n) && evaluates(p, v, m, n, kv, eta, k, zeta, x); */
#endif
