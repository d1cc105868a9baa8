/* spec/budget/divided_factor.h - an engine of a scaled softmax may divide by the sum over the factor: then the
   factor multiplies the quotient, as the definition has it (spec/budget.md, section 11).  Definition:
   proofs/model/engine.v. */
#ifndef PLUMB_SPEC_BUDGET_DIVIDED_FACTOR_H
#define PLUMB_SPEC_BUDGET_DIVIDED_FACTOR_H
#include "spec/budget/finished.h"

/* y is the numerator over d, and d the sum over the factor as an input, rounded once; d does not underflow */
/*@ predicate sum_divided(seq u, seq t, real factor, real numerator, real sum, real y) = \exists real c, d;
      rounded_in(u, t, 0, factor, c) && c != 0.0 &&
      \abs(d - rdiv(sum, c)) <= rmul(el(u, 6), \abs(rdiv(sum, c))) && y == rdiv(numerator, d); */
/*@ lemma sum_divided_is_factor_multiplied: \forall seq u, t, real factor, numerator, sum, y;
      is_roundings(u, t) && rmul(2.0, el(u, 6)) < 1.0 && sum != 0.0 &&
      sum_divided(u, t, factor, numerator, sum, y) ==>
      factor_multiplied(u, t, factor, rdiv(numerator, sum), y); */
#endif
