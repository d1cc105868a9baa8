/* spec/budget/stored.h - from which numbers a stored result can come: the storing of spec/budget.md, section 6. */
#ifndef PLUMB_SPEC_BUDGET_STORED_H
#define PLUMB_SPEC_BUDGET_STORED_H
#include "spec/budget/model.h"

/* what the quotient and two stores underflow by */
/*@ logic real quotient_tiny(seq u, seq t) = rmul(rmul(4.0, el(t, 6)), 1.0 + gamma_up(4.0, el(u, 6))); */
/*@ logic real stored_tiny(seq u, seq t) =
      rmul(rmul(quotient_tiny(u, t), 1.0 + el(u, 7)) + el(t, 7), 1.0 + el(u, 8)) + el(t, 8); */
/*@ logic real stored_width(seq u, seq t, real y) =
      rdiv(rmul(stored_unit(u), \abs(y)) + stored_tiny(u, t), 1.0 - stored_unit(u)); */
/*@ lemma stored_within: \forall seq u, t, real x, y;
      is_roundings(u, t) && bears_stores(u) && stored_as(u, t, x, y) ==> \abs(x - y) <= stored_width(u, t, y); */
#endif
