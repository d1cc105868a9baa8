/* spec/budget/rooted.h - from the scores of a row as computed to what an engine gives for it with a power softmax whose
   weights are the roots of those of a softmax of p x (spec/budget.md, section 15). */
#ifndef PLUMB_SPEC_BUDGET_ROOTED_H
#define PLUMB_SPEC_BUDGET_ROOTED_H
#include "spec/budget/powered.h"
#include "spec/budget/visible_weight.h"

/* x is p y */
/*@ predicate score_raised(seq u, seq t, real p, real y, real x) =
      near(x, rmul(p, y), multiple_off(u, t, p, p, \abs(y))); */
/*@ predicate scores_raised(seq u, seq t, real p, seq y, seq x, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> score_raised(u, t, p, el(y, j), el(x, j)); */
/* w is the weight of key j in a softmax of the scores x, divided and stored */
/*@ predicate weight_kept(seq u, seq t, seq x, subset m, integer n, integer r, integer j, real w) = \exists real a, b;
      visible_weight(u, t, x, m, n, r, j, a) && rounded_by(gamma_up(4.0, el(u, 6)), rmul(8.0, el(t, 6)), a, b) &&
      rounded_in(u, t, 5, b, w); */
/* a is log(w)/p */
/*@ predicate root_argument(seq u, seq t, real p, real w, real a) =
      near(a, rmul(rdiv(1.0, p), rlog(w)), multiple_off(u, t, p, rdiv(1.0, p), \abs(rlog(w)))); */
/* e is the root of w before it is rounded; that of what is not above 0 is 0 */
/*@ predicate root_taken(seq u, seq t, real p, real w, real e) =
      (w <= 0.0 ==> e == 0.0) && (0.0 < w ==> \exists real a; root_argument(u, t, p, w, a) && e == rexp(a)); */
/* c is that root as it is computed and stored */
/*@ predicate root_stored(seq u, seq t, real p, real w, real c) = \exists real e, a;
      root_taken(u, t, p, w, e) && rounded_by(el(u, 10), el(t, 4), e, a) && rounded_in(u, t, 5, a, c); */
/*@ predicate softmax_rooted(seq u, seq t, real p, seq x, seq c, subset m, integer n, integer r) =
      \forall integer j; 0 <= j < n && among(m, j) ==> \exists real w;
      weight_kept(u, t, x, m, n, r, j, w) && root_stored(u, t, p, w, el(c, j)); */
/* z is the sum of these roots times the values, with the vectors a if `adds` is not 0 */
/*@ predicate rooted_sum(seq u, seq t, real p, integer adds, seq y, seq v, seq a, subset m, integer n, integer r,
                         real z) =
      \exists seq x, c; scores_raised(u, t, p, y, x, m, n) && softmax_rooted(u, t, p, x, c, m, n, r) &&
        weighed_quotients(u, t, adds, c, v, a, m, n, product_steps(m, n, r), 1.0, z); */

/* roundings that are less than the whole, and multiples that keep their order */
/*@ predicate bears_roots(seq u, seq t, real p) =
      rmul(3.0, el(u, 3)) < 1.0 && rmul(12.0, el(u, 4)) < 1.0 && power_relative(u, t, p) <= 1.0; */
#ifdef PLUMB_LEMMAS_ROOTED
/* what a multiple f x may be off by is a straight line in f x */
/*@ lemma multiple_off_is_line: \forall seq u, t, real p; is_roundings(u, t) && bears_roots(u, t, p) && 0.0 < p ==>
      0.0 <= power_relative(u, t, p) && 0.0 <= power_tiny(t) && \forall real f, x;
      multiple_off(u, t, p, f, x) == power_relative(u, t, p) * (f * x) + (1.0 + f) * power_tiny(t); */
#endif
/* a score that was off by d */
/*@ logic real raised_off(seq u, seq t, real p, real s, real d) =
      rmul(p, d) + multiple_off(u, t, p, p, \abs(s) + d); */
/*@ lemma raised_is_off: \forall seq u, t, real p, s, d, y, x;
      is_roundings(u, t) && bears_roots(u, t, p) && 0.0 < p && near(y, s, d) && score_raised(u, t, p, y, x) ==>
      near(x, rmul(p, s), raised_off(u, t, p, s, d)); */
/* the root of what is not above w is no larger than that of w may be */
/*@ predicate is_above(real most, real w) = 0.0 < most && w <= most; */
/*@ lemma root_at_most: \forall seq u, t, real p, w, most, e;
      is_roundings(u, t) && bears_roots(u, t, p) && 0.0 < p && is_above(most, w) && root_taken(u, t, p, w, e) ==>
      0.0 <= e && \exists real a; e <= rexp(a) && root_argument(u, t, p, most, a); */
#endif
