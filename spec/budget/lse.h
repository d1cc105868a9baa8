/* spec/budget/lse.h - a row's log-sum-exp as an engine computes it, from the scores as computed, and by how much it is
   off (spec/budget.md, sections 4 to 6).  Definition: proofs/model/lse.v. */
#ifndef PLUMB_SPEC_BUDGET_LSE_H
#define PLUMB_SPEC_BUDGET_LSE_H
#include "spec/budget/visible_weight.h"
#include "spec/budget/widened.h"
#include "spec/number/log.h"
#include "spec/weight/log_sum_exp.h"

/* x is the log-sum-exp of the first h of n scores; what stands behind these may be the shift */
/*@ axiomatic Lse { predicate lse_computed(seq u, seq t, seq score, integer n, integer h, integer r, real x); } */
/* of those of n keys that are in m; the first h take part in the sum */
/*@ predicate visible_lse(seq u, seq t, seq y, subset m, integer n, integer h, integer r, real x) =
      lse_computed(u, t, visible_of(m, n, y), visible_count(m, n), visible_count(m, h), r, x); */

/* the errors of the sum of the weights */
/*@ predicate denominator_within(seq u, seq t, integer c, integer r, real most, real k, real zeta) =
      denominator_relative(u, c, r) <= k && denominator_absolute(u, t, c, r, most) <= zeta; */
/* What the shift and the logarithm, whose sum is l, are off by when they are added.  No shift is larger than `size` by
   more than `reached`. */
/*@ logic real logarithm_off(seq u, seq t, real size, real l) =
      rmul(gamma_up(12.0, el(u, 4)), size + reached(t)) + rmul(gamma_up(8.0, el(u, 4)), \abs(l))
        + rmul(10.0, el(t, 4)); */
/* x is l, added up and stored */
/*@ predicate lse_stored(seq u, seq t, real size, real l, real x) = \exists real a, b;
      near(a, l, logarithm_off(u, t, size, l)) && rounded_in(u, t, 4, a, b) && rounded_in(u, t, 8, b, x); */
/*@ lemma visible_lse_within: \forall seq u, t, s, d, y, subset m, integer n, h, c, r, far,
      real limit, size, most, k, zeta, x;
      visible_row(u, t, s, d, m, n, c, r, far, limit, size, most) && visible_off(y, s, d, m, n) && 0 <= h <= n &&
      denominator_within(u, t, c, r, most, k, zeta) && visible_lse(u, t, y, m, n, h, r, x) ==>
      \exists seq p, real a; visible_weights(u, t, softmax(s, m, n), p, s, d, m, n, c, r, far, limit, size) &&
        summed_as(k, zeta, visible_total(p, m, h), a) && 0.0 < a &&
        lse_stored(u, t, size, log_sum_exp(s, m, n) + rlog(a), x); */
#endif
