/* spec/budget/alibi.h - how far a slope times a distance is off by itself, and what is multiplied by the scale
   (spec/budget.md, section 19).  Definitions: proofs/model/alibi_computed.v. */
#ifndef PLUMB_SPEC_BUDGET_ALIBI_H
#define PLUMB_SPEC_BUDGET_ALIBI_H
#include "spec/budget/biased.h"

/* alibi_computed: y is slope times distance, the slope made by k roundings.
   scale_computed: y is x, a number as computed, times the scale. */
/*@ axiomatic Sloped {
      predicate alibi_computed(seq u, seq t, integer k, real slope, real distance, real y);
      predicate scale_computed(seq u, seq t, real scale, real x, real y);
    } */
/* what underflows before grows as it is stored as a tensor */
/*@ logic real in_tensor_tiny(seq u, seq t, real x) = rmul(x, 1.0 + tensor_unit(u)) + tensor_tiny(t); */
/* by which part of itself a slope of size s is off */
/*@ logic real slope_unit(seq u, seq t, real k, real s) =
      joint(gamma_up(k, el(u, 4)), tensor_unit(u)) + rdiv(in_tensor_tiny(u, t, gamma_tiny(u, t, k)), s); */
/*@ logic real alibi_unit(seq u, seq t, real k, real s) =
      joint(joint(joint(slope_unit(u, t, k, s), gamma_up(4.0, el(u, 4))), tensor_unit(u)), tensor_unit(u)); */
/*@ logic real alibi_tiny(seq u, seq t) = in_tensor_tiny(u, t, in_tensor_tiny(u, t, gamma_tiny(u, t, 4.0))); */
/*@ predicate bears_slope(seq u, real k, real s) =
      0.0 < s && rmul(k, el(u, 4)) < 1.0 && rmul(4.0, el(u, 4)) < 1.0; */
/*@ lemma alibi_within: \forall seq u, t, integer k, real s, d, y;
      is_roundings(u, t) && bears_slope(u, (real)k, \abs(s)) && alibi_computed(u, t, k, s, d, y) ==>
      near(y, rmul(s, d), own_off(alibi_unit(u, t, (real)k, \abs(s)), alibi_tiny(u, t), rmul(s, d))); */

/* a slope of 0 is 0 in every format */
/*@ lemma alibi_of_nothing: \forall seq u, t, integer k, real s, d, y; s == 0.0 && alibi_computed(u, t, k, s, d, y) ==>
      y == 0.0 && rmul(s, d) == 0.0; */

/* by which part of itself a scale of size c is off; what was off by e and f times it */
/*@ logic real factor_unit(seq u, seq t, real c) = el(u, 0) + rdiv(el(t, 0), c); */
/*@ logic real scaled_unit(seq u, seq t, real c, real e) =
      joint(joint(e, factor_unit(u, t, c)), gamma_up(2.0, el(u, 4))); */
/*@ logic real scaled_tiny(seq u, seq t, real c, real f) =
      rmul(rmul(rmul(c, f), 1.0 + factor_unit(u, t, c)), 1.0 + gamma_up(2.0, el(u, 4))) + gamma_tiny(u, t, 2.0); */
/*@ predicate bears_scale(seq u, real c) = 0.0 < c && rmul(2.0, el(u, 4)) < 1.0; */
/*@ lemma scaled_within: \forall seq u, t, real c, e, f, a, x, y;
      is_roundings(u, t) && bears_scale(u, \abs(c)) && near(x, a, own_off(e, f, a)) &&
      scale_computed(u, t, c, x, y) ==>
      near(y, rmul(c, a), own_off(scaled_unit(u, t, \abs(c), e), scaled_tiny(u, t, \abs(c), f), rmul(c, a))); */

/* a sum by itself, before the scale */
/*@ lemma sum_by_itself: \forall seq u, t, real x, b, y; is_roundings(u, t) && sum_computed(u, t, 0.0, 0.0, x, b, y) ==>
      near(y, x + b, own_off(joint(el(u, 4), el(u, 3)), tiny_of_sum(u, t), x + b)); */
/* who errs less, errs no more */
/*@ lemma off_by_more: \forall plumb_own_error own, real e, f, x, y;
      e <= own.unit && f <= own.tiny && near(y, x, own_off(e, f, x)) ==> off_by(own, x, y); */
#endif
