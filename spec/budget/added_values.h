/* spec/budget/added_values.h - a softmax whose values have vectors added to them is one of twice the keys, in a wider
   model (spec/budget.md, section 20).  Definition: proofs/model/added_values.v. */
#ifndef PLUMB_SPEC_BUDGET_ADDED_VALUES_H
#define PLUMB_SPEC_BUDGET_ADDED_VALUES_H
#include "spec/budget/added_model.h"
#include "spec/budget/scaled_softmax.h"
#include "spec/budget/weighing.h"

/* added_values_softmax: as visible_softmax, of the values v and of the vectors a.  Either v + a is stored and weighed,
   or both are weighed, and then their products, their sums, or their outputs are added.  Weights of vectors that are
   one row of a table may be added up before.  added_scaled_softmax: so of scaled_softmax.
   both: x and y, whose elements take turns.  twice: each key stands twice. */
/*@ axiomatic AddedValues {
      predicate added_values_softmax(seq u, seq t, seq score, seq v, seq a, subset m, integer n, integer r, real x);
      predicate added_scaled_softmax(seq u, seq t, real alpha, seq score, seq v, seq a, subset m, integer n, integer r,
                                     real x);
      logic seq both(seq x, seq y);
      logic subset twice(subset m);
    } */
/*@ lemma both_first: \forall seq x, y, integer j, k; 2 * j - 1 < k <= 2 * j ==> el(both(x, y), k) == el(x, j); */
/*@ lemma both_second: \forall seq x, y, integer j, k; 2 * j < k <= 2 * j + 1 ==> el(both(x, y), k) == el(y, j); */
/*@ lemma twice_is: \forall subset m, integer j, k; 2 * j - 1 < k <= 2 * j + 1 ==>
      (among(twice(m), k) <==> among(m, j)); */

/*@ lemma added_values_are_wider: \forall seq u, t, a, b, y, v, f, subset m, integer n, r, k, l, g, real x;
      is_roundings(u, t) && 0 <= k && 0 <= l && bears_keys(u, k, l) && bears_vectors(u, t, g, a, b) && 0 <= n &&
      0 <= r && n + r + 8 <= g &&
      added_values_softmax(u, t, y, v, f, m, n, r, x) ==>
      is_roundings(a, b) && \exists real z; near(x, z, outputs_tiny(u, t)) &&
        visible_softmax(a, b, both(y, y), both(v, f), twice(m), 2 * n, 2 * r + 9, rmul(0.5, z)); */
/*@ lemma added_scaled_is_wider: \forall seq u, t, a, b, y, v, f, subset m, integer n, r, k, l, g, real alpha, x;
      is_roundings(u, t) && 0 <= k && 0 <= l && bears_keys(u, k, l) && bears_vectors(u, t, g, a, b) && 0 <= n &&
      0 <= r && n + r + 8 <= g &&
      added_scaled_softmax(u, t, alpha, y, v, f, m, n, r, x) ==>
      is_roundings(a, b) && \exists real z; near(x, z, outputs_tiny(u, t)) &&
        scaled_softmax(a, b, alpha, both(y, y), both(v, f), twice(m), 2 * n, 2 * r + 9, rmul(0.5, z)); */
/* a softmax, scaled or not */
/*@ predicate softmax_mean(seq u, seq t, plumb_weighing w, seq y, seq v, subset m, integer n, integer r, real x) =
      w.kind == PLUMB_WEIGHED_BY_SCALED_SOFTMAX ? scaled_softmax(u, t, w.factor, y, v, m, n, r, x) :
      visible_softmax(u, t, y, v, m, n, r, x); */
/*@ predicate added_softmax_mean(seq u, seq t, plumb_weighing w, seq y, seq v, seq a, subset m, integer n, integer r,
                                 real x) =
      w.kind == PLUMB_WEIGHED_BY_SCALED_SOFTMAX ? added_scaled_softmax(u, t, w.factor, y, v, a, m, n, r, x) :
      added_values_softmax(u, t, y, v, a, m, n, r, x); */
#endif
