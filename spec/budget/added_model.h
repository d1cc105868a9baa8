/* spec/budget/added_model.h - a precision model wide enough for values to which vectors are added (spec/budget.md,
   section 20). */
#ifndef PLUMB_SPEC_BUDGET_ADDED_MODEL_H
#define PLUMB_SPEC_BUDGET_ADDED_MODEL_H
#include "spec/budget/added_up.h"
#include "spec/budget/finite.h"
#include "spec/budget/relative.h"
#include "spec/budget/stored.h"

/* a value that was added first, as it is multiplied */
/*@ logic real value_formed_unit(seq u) = joint(formed_unit(u), el(u, 1)); */
/*@ logic real value_formed_tiny(seq u, seq t) = rmul(formed_tiny(u, t), 1.0 + el(u, 1)) + el(t, 1); */
/* an output that was stored and added to another; what both underflow by */
/*@ logic real outputs_unit(seq u) = joint(stored_unit(u), el(u, 6)); */
/*@ logic real outputs_tiny(seq u, seq t) = rmul(rmul(2.0, stored_tiny(u, t)), 1.0 + el(u, 6)) + el(t, 6); */
/* a value whose output is, as if it were multiplied so */
/*@ logic real value_apart_unit(seq u) = joint(joint(el(u, 0), el(u, 1)), outputs_unit(u)); */
/*@ logic real value_apart_tiny(seq u, seq t) =
      rmul(rmul(el(t, 0), 1.0 + el(u, 1)) + el(t, 1), 1.0 + outputs_unit(u)); */
/* a model a, b that rounds operands so, and weights as where they are added up in k roundings, and in which sums of
   twice the keys underflow */
/*@ predicate bears_vectors(seq u, seq t, integer k, seq a, seq b) = rmul((real)k, el(u, 6)) < 1.0 &&
      added_up_unit(u, k) <= el(a, 5) && added_up_tiny(u, t, k) <= el(b, 5) &&
      value_formed_unit(u) <= el(a, 1) && value_formed_tiny(u, t) <= el(b, 1) &&
      value_apart_unit(u) <= el(a, 1) && value_apart_tiny(u, t) <= el(b, 1) &&
      rmul(rmul(2.0, el(t, 6)), 1.0 + outputs_unit(u)) <= el(b, 6) && el(a, 6) == el(u, 6) &&
      \forall integer i; 0 <= i < 12 && i != 1 && i != 5 && i != 6 ==> el(a, i) == el(u, i) && el(b, i) == el(t, i); */
#endif
