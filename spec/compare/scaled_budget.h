/* spec/compare/scaled_budget.h - a softmax multiplied by a factor alpha, each weight or the output: roundings more
   (spec/budget.md, section 11). */
#ifndef PLUMB_SPEC_COMPARE_SCALED_BUDGET_H
#define PLUMB_SPEC_COMPARE_SCALED_BUDGET_H
#include "spec/compare/mean_budget.h"

/* the factor as stored: what underflows of it counts by its size */
/*@ lemma factor_rounded: \forall real u, t, alpha, factor; alpha > 0.0 && rounds(u, t, alpha, factor) ==>
      \abs(factor - alpha) <= (u + t / alpha) * alpha; */
/* a probability q, rescaled by c, near p; multiplied by the factor and stored, and divided by alpha again it is near p,
   too */
/*@ lemma factor_on_weight: \forall real c, q, p, u, t, alpha, factor, a, b, s, y;
      0.0 <= c && 0.0 <= p && 0.0 <= u && 0.0 <= t && \abs(c * q - p) <= u * p + t && alpha > 0.0 && 0.0 <= a &&
      \abs(factor - alpha) <= a * alpha && 0.0 <= b && rounds(b, s, factor * q, y) && c * s <= t ==>
      \abs(c * y / alpha - p) <=
      compound(u, compound(a, b)) * p + (1.0 + compound(a, b)) * (2.0 * \max(1.0, 1.0 / alpha) * t); */
/* mean_within, the numerator alpha times as large with its errors */
/*@ lemma scaled_mean_within: \forall seq w, l, theta, p, v, integer n, real alpha, z, o, x, y, kv, k, eta, zeta, low;
      alpha > 0.0 && perturbed(w, l, theta, p, v, n, z, o) && 0.0 <= k <= 1.0 && 0.0 <= kv &&
      \abs(x / alpha - total(times(p, v), n)) <= kv * total(times(p, absolutes(v)), n) + eta * z &&
      \abs(y - total(p, n)) <= k * total(p, n) + zeta * z && 0.0 < low <= least_denominator(w, l, n, k, zeta) ==>
      0.0 < y && \abs(x / y - alpha * o) <= alpha * (mean_error(w, l, v, n, o, kv, k, eta, zeta) / low); */
/* an output off by e, multiplied by the factor and stored */
/*@ lemma factor_on_output: \forall real y, o, e, alpha, factor, a, b, t, z;
      \abs(y - o) <= e && alpha > 0.0 && 0.0 <= a && \abs(factor - alpha) <= a * alpha && 0.0 <= b &&
      rounds(b, t, factor * y, z) ==>
      \abs(z - alpha * o) <= alpha * e + compound(a, b) * (alpha * \abs(o) + alpha * e) + t; */
#endif
