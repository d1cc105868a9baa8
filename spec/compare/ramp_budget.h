/* spec/compare/ramp_budget.h - frequencies between two others, by a ramp: llama3 and yarn (spec/budget.md, section
   17). */
#ifndef PLUMB_SPEC_COMPARE_RAMP_BUDGET_H
#define PLUMB_SPEC_COMPARE_RAMP_BUDGET_H
#include "spec/compare/rounded_sum.h"

/*@ logic real clipped_to_unit(real x) = \min(1.0, \max(0.0, x)); */
/*@ logic real ramp(real x, real low, real high) = (x - low) / (high - low); */
/* turns of a frequency that is off by k: beyond the upper end the ramp does not see them */
/*@ lemma turns_within: \forall real t, y, high, k;
      0.0 <= t && 0.0 <= high && 0.0 <= k <= 1.0 && \abs(y - t) <= k * t ==>
      \abs(\min(y, high) - \min(t, high)) <= k * \min(t, high); */
/* The place y in place of x, the ends lo and hi in place of low and high, k for the roundings of the ramp itself.  A
   falling ramp, high < low, is this one seen from the other side. */
/*@ lemma ramp_within: \forall real x, y, low, high, lo, hi, a, e, width, k, r;
      low < high && 0.0 < width <= hi - lo && 0.0 <= k && \abs(\min(y, high) - \min(x, high)) <= a &&
      \abs(lo - low) <= e && \abs(hi - high) <= e && rounds(k, 0.0, ramp(y, lo, hi), r) ==>
      \abs(clipped_to_unit(r) - clipped_to_unit(ramp(x, low, high))) <= a / (high - low) + e / width + k; */
/* beyond an end as far as that the clipped ramp is exact */
/*@ lemma ramp_settled: \forall real y, low, high, lo, hi, e, k, r;
      lo < hi && 0.0 <= k <= 1.0 && \abs(lo - low) <= e && \abs(hi - high) <= e &&
      rounds(k, 0.0, ramp(y, lo, hi), r) ==>
      (y + e <= low ==> clipped_to_unit(r) == 0.0) &&
      (high + e + k * (y - low + e) <= y ==> clipped_to_unit(r) == 1.0); */
/* the factor of a frequency that is divided by s where the ramp is 0 */
/*@ logic real mixed(real w, real s) = w + (1.0 - w) / s; */
/* theta off by k, w by off, b for the roundings of each of the two terms and of their sum */
/*@ lemma mixed_frequency: \forall real theta, frequency, w, v, s, off, k, b, x, y;
      s > 0.0 && 0.0 <= w <= 1.0 && 0.0 <= v <= 1.0 && \abs(v - w) <= off && 0.0 <= b &&
      rounds(k, 0.0, theta, frequency) && rounds(b, 0.0, frequency * v, x) &&
      rounds(b, 0.0, frequency * ((1.0 - v) / s), y) ==>
      \abs(x + y - theta * mixed(w, s)) <=
      compound(k, compound(b, off * \abs(1.0 - 1.0 / s) / mixed(w, s))) * \abs(theta * mixed(w, s)); */
/* so an error w u of the ramp counts as so many roundings, even if it is itself of a number off by gamma(a, u) */
/*@ lemma gamma_takes_more: \forall real a, w, u; 0.0 <= u && 0.0 <= a && 0.0 <= w && (a + w) * u < 1.0 ==>
      compound(gamma_of(a, u), w * u * (1.0 + gamma_of(a, u))) <= gamma_of(a + w, u); */
#endif
