/* spec/budget/hull.h - a mean lies among its values, whatever its weights (spec/budget.md, section 5).

   Of the weights nothing is known but that they sum to 1 at least: that is so in units of the largest of them as
   computed.  If every single key leaves N - x Y on the same side of 0, so do all of them. */
#ifndef PLUMB_SPEC_BUDGET_HULL_H
#define PLUMB_SPEC_BUDGET_HULL_H
#include "spec/budget/evaluation.h"

/*@ predicate some_weight(seq p, subset m, integer n) =
      (\forall integer j; 0 <= j < n && among(m, j) ==> 0.0 <= el(p, j)) && 1.0 <= visible_total(p, m, n); */
/* each key alone, with all that underflows, pulls below 0 */
/*@ predicate all_pull_below(seq pull, real start, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> el(pull, j) + start < 0.0; */
/*@ lemma hull_excludes: \forall seq p, v, subset m, integer n, real side, end, size, kv, eta, k, zeta, x;
      some_weight(p, m, n) && beyond(side, end, size, x) && 0.0 <= eta && 0.0 <= zeta &&
      all_pull_below(pulls(v, side, end, kv, rmul(k, size)), eta + rmul(zeta, size), m, n) ==>
      !evaluates(p, v, m, n, kv, eta, k, zeta, x); */

#ifdef PLUMB_DEFINITIONS
/* With no errors but those of weights this is exactly the hull of the visible values. */
/*@ lemma hull_is: \forall seq v, subset m, integer n, real size, x;
      all_pull_below(pulls(v, 1.0, x, 0.0, rmul(0.0, size)), 0.0 + rmul(0.0, size), m, n) <==>
      (\forall integer j; 0 <= j < n && among(m, j) ==> el(v, j) < x); */
/*@ lemma hull_is_below: \forall seq v, subset m, integer n, real size, x;
      all_pull_below(pulls(v, -1.0, x, 0.0, rmul(0.0, size)), 0.0 + rmul(0.0, size), m, n) <==>
      (\forall integer j; 0 <= j < n && among(m, j) ==> x < el(v, j)); */
#endif
#endif
