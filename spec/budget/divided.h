/* spec/budget/divided.h - weights of scores by themselves, and what they are divided by, as an engine computes them
   (spec/budget.md, section 12). */
#ifndef PLUMB_SPEC_BUDGET_DIVIDED_H
#define PLUMB_SPEC_BUDGET_DIVIDED_H
#include "spec/budget/activation.h"
#include "spec/budget/products.h"
#include "spec/budget/weighing.h"

/* c is the weight a of a key, as it is summed; what is divided is stored before */
/*@ predicate weight_stored(seq u, seq t, integer division, real a, real c) =
      division == PLUMB_DIVIDED_BY_NOTHING ? c == a :
      division == PLUMB_DIVIDED_BY_ABSOLUTE_SUM ? (\exists real b; rounded_in(u, t, 5, a, b) && c == \abs(b)) :
      rounded_in(u, t, 5, a, c); */
/*@ predicate weight_computed(seq u, seq t, plumb_mapping w, real x, real c) =
      \exists real a; map_computed(u, t, w.map, x, a) && weight_stored(u, t, w.division, a, c); */
/*@ predicate weights_computed(seq u, seq t, plumb_mapping w, seq x, seq c, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> weight_computed(u, t, w, el(x, j), el(c, j)); */

/* a is the sum of s and f, stored before f is added or after */
/*@ predicate sum_stored(seq u, seq t, real s, real f, real a) =
      near(a, s + f, rmul(el(u, 5), \max(\abs(s), \abs(s + f))) + el(t, 5)); */
/* d is the sum s and epsilon, which is rounded twice; the addition is, and what comes of it is stored, too */
/*@ predicate epsilon_added(seq u, seq t, real epsilon, real s, real d) =
      \exists real e, f, a, b, c; rounded_in(u, t, 0, epsilon, e) && rounded_in(u, t, 5, e, f) &&
        sum_stored(u, t, s, f, a) && rounded_in(u, t, 6, a, b) && rounded_in(u, t, 6, b, c) &&
        rounded_in(u, t, 5, c, d); */
/*@ predicate divisor_of_sum(seq u, seq t, real epsilon, seq c, subset m, integer n, integer k, real d) =
      \exists real s; visible_terms(u, t, c, m, n, k, s) && epsilon_added(u, t, epsilon, s, d); */
/*@ predicate divisor_computed(seq u, seq t, integer division, real epsilon, seq c, subset m, integer n, integer k,
                               real d) =
      division == PLUMB_DIVIDED_BY_NOTHING ? d == 1.0 :
      division == PLUMB_DIVIDED_BY_LENGTH ? rounded_by(el(u, 4), 0.0, (real)n, d) :
      division == PLUMB_DIVIDED_BY_AT_LEAST_ONE ?
        (\exists real a; divisor_of_sum(u, t, 0.0, c, m, n, k, a) && d == \max(\abs(a), 1.0)) :
      divisor_of_sum(u, t, epsilon, c, m, n, k, d); */
#endif
