/* spec/budget/capped.h - how far a score is off behind a softcap (spec/budget.md, section 10).
   Definition: proofs/model/capped.v. */
#ifndef PLUMB_SPEC_BUDGET_CAPPED_H
#define PLUMB_SPEC_BUDGET_CAPPED_H
#include "spec/budget/hidden.h"
#include "spec/budget/biased.h"
#include "spec/score/softcap.h"

/* by which part of itself the cap is off; the result, by its roundings; tanh, of at most 1 */
/*@ logic real cap_unit(seq u, seq t, real c) = el(u, 0) + rdiv(el(t, 0), c); */
/*@ logic real capped_unit(seq u, seq t, real c) =
      joint(joint(gamma_up(1.0, cap_unit(u, t, c)), cap_unit(u, t, c)),
            joint(gamma_up(4.0, el(u, 4)), gamma_up(3.0, el(u, 3)))); */
/*@ logic real tanh_off(seq u) = rmul(2.0, el(u, 10)) + rmul(8.0, el(u, 4)); */
/* what does not depend on the score: of tanh, and what underflows; `larger` is the cap, or 1 */
/*@ logic real capped_tiny(seq u, seq t, real c, real larger) = rmul(1.0 + capped_unit(u, t, c),
      rmul(larger, rmul(5.0, el(t, 4)) + rmul(3.0, el(t, 3))) + rmul(c, tanh_off(u))); */
/*@ predicate bears_cap(seq u, seq t, real c) = 0.0 < c && cap_unit(u, t, c) < 1.0 && rmul(4.0, el(u, 4)) < 1.0 &&
      rmul(3.0, el(u, 3)) < 1.0 && capped_unit(u, t, c) < 1.0; */
/* a capped score of this size, off by d before it is rounded */
/*@ logic real capped_off(seq u, seq t, real c, real larger, real d, real size) =
      d + rmul(capped_unit(u, t, c), size + d) + capped_tiny(u, t, c, larger); */
/*@ lemma capped_within: \forall seq u, t, real c, s, x, d, y;
      is_roundings(u, t) && bears_cap(u, t, c) && near(x, s, d) && cap_computed(u, t, c, x, y) ==>
      near(y, rsoftcap(s, c),
           capped_off(u, t, c, \max(1.0, c), \min(d, rmul(2.0, c)), \abs(rsoftcap(s, c)))); */
/*@ lemma hidden_within: \forall seq u, t, real c, y;
      is_roundings(u, t) && bears_cap(u, t, c) && hidden_computed(u, t, c, y) ==>
      near(y, -c, capped_off(u, t, c, \max(1.0, c), 0.0, c)); */
/* where nothing is known */
/*@ lemma any_computed: \forall plumb_ball exact, off, real y;
      (\forall real x; in_ball(exact, x)) && in_ball(off, 0.0) ==> computed_as(exact, off, y); */
#endif
