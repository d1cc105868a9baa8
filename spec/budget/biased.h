/* spec/budget/biased.h - what joins a score on its way to the softmax, as an engine computes it (spec/budget.md,
   sections 10 and 19).  Definitions: proofs/model/biased.v. */
#ifndef PLUMB_SPEC_BUDGET_BIASED_H
#define PLUMB_SPEC_BUDGET_BIASED_H
#include "spec/budget/roundings.h"
#include "spec/number/ball.h"

/* A number as an engine computes it: within `off` of the exact one. */
typedef struct {
    plumb_ball exact, off;
} plumb_computed;
/*@ predicate computed_as(plumb_ball exact, plumb_ball off, real y) =
      \exists real s, d; in_ball(exact, s) && in_ball(off, d) && near(y, s, d); */
/*@ predicate all_computed{L}(plumb_ball *exact, plumb_ball *off, seq y, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> computed_as(exact[j], off[j], el(y, j)); */

/* How far a number x is off by itself, before any store: unit |x| + tiny. */
typedef struct {
    double unit, tiny;
} plumb_own_error;
/*@ logic real own_off(real e, real f, real x) = rmul(e, \abs(x)) + f; */
/*@ predicate off_by(plumb_own_error own, real x, real y) = near(y, x, own_off(own.unit, own.tiny, x)); */

/* bias_computed: y is the bias b, off by itself by e and f, as stored among scores.
   sum_computed: y is the sum of a score and of what joins it, both as computed, off by itself by e and f.
   logit_computed: y is the stated logit x of a sink as stored among scores.
   cap_computed: y is x, a score as computed, held within -c and c (spec/budget/capped.h). */
/*@ axiomatic Joined {
      predicate bias_computed(seq u, seq t, real e, real f, real b, real y);
      predicate sum_computed(seq u, seq t, real e, real f, real x, real b, real y);
      predicate logit_computed(seq u, seq t, real x, real y);
      predicate cap_computed(seq u, seq t, real c, real x, real y);
    } */
/*@ logic real bias_off(seq u, seq t, real e, real f, real size) =
      moved(el(u, 3), el(t, 3), moved(e, f, 0.0, size), size); */
/*@ lemma bias_within: \forall seq u, t, real e, f, b, y;
      is_roundings(u, t) && bias_computed(u, t, e, f, b, y) ==> near(y, b, bias_off(u, t, e, f, \abs(b))); */
/* a sum of this size, whose two terms are off by d together */
/*@ logic real tiny_of_sum(seq u, seq t) = rmul(el(t, 4), 1.0 + el(u, 3)) + el(t, 3); */
/*@ logic real sum_off(seq u, seq t, real e, real f, real d, real size) =
      moved(joint(el(u, 4), el(u, 3)), tiny_of_sum(u, t), moved(e, f, d, size), size); */
/*@ lemma sum_within: \forall seq u, t, real e, f, s, x, c, a, b, d, y;
      is_roundings(u, t) && 0.0 <= e && near(x, s, c) && near(b, a, d) && sum_computed(u, t, e, f, x, b, y) ==>
      near(y, s + a, sum_off(u, t, e, f, c + d, \abs(s + a))); */
/*@ logic real logit_off(seq u, seq t, real x) =
      rmul(joint(el(u, 0), el(u, 3)), \abs(x)) + (rmul(el(t, 0), 1.0 + el(u, 3)) + el(t, 3)); */
/*@ lemma logit_within: \forall seq u, t, real x, y;
      is_roundings(u, t) && logit_computed(u, t, x, y) ==> near(y, x, logit_off(u, t, x)); */

/* If there is such a bias; without it y is x. */
/*@ predicate bias_joins(integer has, seq u, seq t, real e, real f, real g, real h, real b, real x, real y) =
      has != 0 ? (\exists real c; bias_computed(u, t, e, f, b, c) && sum_computed(u, t, g, h, x, c, y)) : y == x; */
/* If there is a softcap. */
/*@ predicate cap_joins(integer has, seq u, seq t, real c, real x, real y) =
      has != 0 ? cap_computed(u, t, c, x, y) : y == x; */
#endif
