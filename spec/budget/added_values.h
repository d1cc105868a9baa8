/* spec/budget/added_values.h - a softmax whose values have vectors added to them is one of twice the keys, in a wider
   model (spec/budget.md, section 20).  Definition: proofs/model/added_values.v. */
#ifndef PLUMB_SPEC_BUDGET_ADDED_VALUES_H
#define PLUMB_SPEC_BUDGET_ADDED_VALUES_H
#include "spec/budget/finite.h"
#include "spec/budget/relative.h"
#include "spec/budget/seen.h"
#include "spec/budget/stored.h"

/* added_values_softmax: as seen_softmax, of the values v and of the vectors a.  Either v + a is stored and weighed, or
   both are weighed, and then their products, their sums, or their outputs are added.
   both: x and y, whose elements take turns.  twice: each key stands twice. */
/*@ axiomatic AddedValues {
      predicate added_values_softmax(seq u, seq t, seq score, seq v, seq a, subset m, integer n, integer r, real x);
      logic seq both(seq x, seq y);
      logic subset twice(subset m);
    } */
/*@ lemma both_first: \forall seq x, y, integer j, k; 2 * j - 1 < k <= 2 * j ==> el(both(x, y), k) == el(x, j); */
/*@ lemma both_second: \forall seq x, y, integer j, k; 2 * j < k <= 2 * j + 1 ==> el(both(x, y), k) == el(y, j); */
/*@ lemma twice_is: \forall subset m, integer j, k; 2 * j - 1 < k <= 2 * j + 1 ==>
      (among(twice(m), k) <==> among(m, j)); */

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
/* a model a, b that rounds operands so, and in which sums of twice the keys underflow */
/*@ predicate bears_vectors(seq u, seq t, seq a, seq b) =
      value_formed_unit(u) <= el(a, 1) && value_formed_tiny(u, t) <= el(b, 1) &&
      value_apart_unit(u) <= el(a, 1) && value_apart_tiny(u, t) <= el(b, 1) &&
      rmul(rmul(2.0, el(t, 6)), 1.0 + outputs_unit(u)) <= el(b, 6) && el(a, 6) == el(u, 6) &&
      \forall integer i; 0 <= i < 12 && i != 1 && i != 6 ==> el(a, i) == el(u, i) && el(b, i) == el(t, i); */
/*@ lemma added_values_are_wider: \forall seq u, t, a, b, y, v, f, subset m, integer n, r, k, l, real x;
      is_roundings(u, t) && 0 <= k && 0 <= l && bears_keys(u, k, l) && bears_vectors(u, t, a, b) && 0 <= n && 0 <= r &&
      added_values_softmax(u, t, y, v, f, m, n, r, x) ==>
      is_roundings(a, b) && \exists real z; near(x, z, outputs_tiny(u, t)) &&
        seen_softmax(a, b, both(y, y), both(v, f), twice(m), 2 * n, 2 * r + 9, rmul(0.5, z)); */
#endif
