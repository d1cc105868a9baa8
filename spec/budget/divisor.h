/* spec/budget/divisor.h - what weights are divided by, from their sum as an engine has it (spec/budget.md,
   section 12). */
#ifndef PLUMB_SPEC_BUDGET_DIVISOR_H
#define PLUMB_SPEC_BUDGET_DIVISOR_H
#include "spec/budget/divided.h"

/* d divides n keys whose weights sum to s as computed */
/*@ predicate divides_by(seq u, seq t, integer division, real epsilon, integer n, real s, real d) =
      division == PLUMB_DIVIDED_BY_NOTHING ? d == 1.0 :
      division == PLUMB_DIVIDED_BY_LENGTH ? rounded_by(el(u, 4), 0.0, (real)n, d) :
      division == PLUMB_DIVIDED_BY_AT_LEAST_ONE ?
        (\exists real a; epsilon_added(u, t, 0.0, s, a) && d == \max(\abs(a), 1.0)) :
      epsilon_added(u, t, epsilon, s, d); */
/* whether s counts */
/*@ predicate sum_divides(integer division) =
      division != PLUMB_DIVIDED_BY_NOTHING && division != PLUMB_DIVIDED_BY_LENGTH; */
/*@ lemma divisor_is_of_sum: \forall seq u, t, c, subset m, integer division, n, k, real epsilon, d;
      sum_divides(division) && divisor_computed(u, t, division, epsilon, c, m, n, k, d) ==>
      \exists real s; visible_terms(u, t, c, m, n, k, s) && divides_by(u, t, division, epsilon, n, s, d); */
/*@ lemma divisor_is_not_of_sum: \forall seq u, t, c, subset m, integer division, n, k, real epsilon, d;
      !sum_divides(division) && divisor_computed(u, t, division, epsilon, c, m, n, k, d) ==>
      divides_by(u, t, division, epsilon, n, 0.0, d); */
#endif
