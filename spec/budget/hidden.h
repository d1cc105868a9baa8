/* spec/budget/hidden.h - keys that a mask hides before a softcap, so that they take part (spec/budget.md, section 10).
   Definition: proofs/model/capped.v. */
#ifndef PLUMB_SPEC_BUDGET_HIDDEN_H
#define PLUMB_SPEC_BUDGET_HIDDEN_H
#include "spec/number/sequence.h"

/* hidden_computed: y is -c as computed, the softcap of -infinity. */
/*@ axiomatic Hidden { predicate hidden_computed(seq u, seq t, real c, real y); } */
/* y_j is the score of each of n keys that takes part, in p, and is hidden, not in m */
/*@ predicate hidden_keys(seq u, seq t, real c, seq y, subset m, subset p, integer n) =
      \forall integer j; 0 <= j < n && among(p, j) && !among(m, j) ==> hidden_computed(u, t, c, el(y, j)); */
#endif
