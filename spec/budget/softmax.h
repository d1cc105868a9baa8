/* spec/budget/softmax.h - an online softmax, in any order and blocking, is an evaluation whose weights are the exact
   ones with errors of their exponents (spec/budget.md, sections 4 and 5): what the direct test excludes, no engine of
   the model gives. */
#ifndef PLUMB_SPEC_BUDGET_SOFTMAX_H
#define PLUMB_SPEC_BUDGET_SOFTMAX_H
#include "spec/budget/evaluation.h"
#include "spec/compare/mean_budget.h"

/* as softmax_within, without a denominator that stays above anything */
/*@ lemma softmax_evaluates: \forall seq s, tau, bound, v, w, computed, stored, summed, c, m, off, a, subset everything,
      integer n, r, d, k, real high, travel, top, u, t, uv, tv, ua, ta, g, e, te, f, x, y, excess, lost, eta, zeta;
      0.0 <= u && 0.0 <= t && 0.0 <= uv && 0.0 <= tv && 0.0 <= ua && 0.0 <= ta && 0.0 <= g <= 1.0 && 0.0 <= e &&
      0.0 <= te && 0.0 <= f && 0.0 <= top && 1 <= n &&
      (\forall integer j; 0 <= j < n ==> among(everything, j) && \abs(el(tau, j)) <= el(bound, j) &&
        \abs(el(w, j) - el(v, j)) <= uv * \abs(el(v, j)) + tv &&
        key_weighs(g, e, te, f, r, high, travel, top, u, t, el(s, j), el(tau, j), el(m, j), el(c, j),
                   el(computed, j), el(stored, j), el(summed, j))) &&
      rescaled_sum(ua, ta, f, times(stored, w), c, n, d, k, r, x) &&
      rescaled_sum(ua, ta, f, summed, c, n, d, k, r, y) &&
      (\forall integer j; 0 <= j < n ==> el(off, j) == el(bound, j) + (g * travel + r * e)) &&
      a == softmax(s, everything, n) && 1.0 <= excess * exponentials(s, everything, high, n) &&
      lost == lost_weight(e, te, f, r, top, u, t) &&
      eta == excess * (growth(ua, d) * (lost * ((1.0 + uv) * absolute_total(v, n) + n * tv) + k * ta * growth(f, r)))
        + growth(ua, d) * ((1.0 + u) * (1.0 + total(times(a, growths(off)), n)) * tv) &&
      zeta == excess * (growth(ua, d) * (n * lost + k * ta * growth(f, r))) && y != 0.0 ==>
      \exists seq p, theta; (\forall integer j; 0 <= j < n ==> 0.0 <= el(p, j) &&
        \abs(el(theta, j)) <= el(off, j) && el(p, j) == el(a, j) * \exp(el(theta, j))) &&
      evaluates(p, v, everything, n, compound(compound(u, uv), growth(ua, d) - 1.0), eta,
                compound(u, growth(ua, d) - 1.0), zeta, x / y); */
#endif
