/* spec/budget/joined.h - what joins a score on its way to the softmax, as an engine computes it (spec/budget.md,
   sections 10 and 19).  Definitions: proofs/model/joined.v. */
#ifndef PLUMB_SPEC_BUDGET_JOINED_H
#define PLUMB_SPEC_BUDGET_JOINED_H
#include "spec/budget/model.h"
#include "spec/number/ball.h"

/* A number as an engine computes it: within `off` of the exact one. */
typedef struct {
    plumb_ball exact, off;
} plumb_computed;
/*@ predicate computed_as(plumb_ball exact, plumb_ball off, real y) =
      \exists real s, d; in_ball(exact, s) && in_ball(off, d) && near(y, s, d); */
/*@ predicate all_computed{L}(plumb_ball *exact, plumb_ball *off, seq y, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> computed_as(exact[j], off[j], el(y, j)); */

/* bias_computed: y is the bias b as stored among scores.
   sum_computed: y is the sum of a score and of what joins it, both as computed.
   logit_computed: y is the stated logit x of a sink as stored among scores.
   cap_computed: y is x, a score as computed, held within -c and c (spec/budget/capped.h). */
/*@ axiomatic Joined {
      predicate bias_computed(seq u, seq t, real b, real y);
      predicate sum_computed(seq u, seq t, real x, real b, real y);
      predicate logit_computed(seq u, seq t, real x, real y);
      predicate cap_computed(seq u, seq t, real c, real x, real y);
    } */
/*@ logic real bias_off(seq u, seq t, real b) = rmul(el(u, 3), \abs(b)) + el(t, 3); */
/*@ lemma bias_within: \forall seq u, t, real b, y; bias_computed(u, t, b, y) ==> near(y, b, bias_off(u, t, b)); */
/* a sum of this size, whose two terms are off by d together */
/*@ logic real tiny_of_sum(seq u, seq t) = rmul(el(t, 4), 1.0 + el(u, 3)) + el(t, 3); */
/*@ logic real sum_off(seq u, seq t, real d, real size) =
      d + rmul(joint(el(u, 4), el(u, 3)), size + d) + tiny_of_sum(u, t); */
/*@ lemma sum_within: \forall seq u, t, real s, x, d, a, b, e, y;
      is_roundings(u, t) && near(x, s, d) && near(b, a, e) && sum_computed(u, t, x, b, y) ==>
      near(y, s + a, sum_off(u, t, d + e, \abs(s + a))); */
/*@ logic real logit_off(seq u, seq t, real x) =
      rmul(joint(el(u, 0), el(u, 3)), \abs(x)) + (rmul(el(t, 0), 1.0 + el(u, 3)) + el(t, 3)); */
/*@ lemma logit_within: \forall seq u, t, real x, y;
      is_roundings(u, t) && logit_computed(u, t, x, y) ==> near(y, x, logit_off(u, t, x)); */

/* If there is such a bias; without it y is x. */
/*@ predicate bias_joins(integer has, seq u, seq t, real b, real x, real y) =
      has != 0 ? (\exists real c; bias_computed(u, t, b, c) && sum_computed(u, t, x, c, y)) : y == x; */
/* If there is a softcap. */
/*@ predicate cap_joins(integer has, seq u, seq t, real c, real x, real y) =
      has != 0 ? cap_computed(u, t, c, x, y) : y == x; */
#endif
