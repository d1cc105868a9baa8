/* spec/budget/mapped.h - from the scores of a row as computed to what an engine gives for it, where each score is
   mapped to a weight by itself (spec/budget.md, sections 12 and 13). */
#ifndef PLUMB_SPEC_BUDGET_MAPPED_H
#define PLUMB_SPEC_BUDGET_MAPPED_H
#include "spec/budget/divided.h"

/* roundings on the way of a product, of the keys in m: as in a softmax */
/*@ logic integer product_steps(subset m, integer n, integer r) = visible_count(m, n) + r + 8; */
/* z is the sum of the weights c times the values, divided */
/*@ predicate weights_give(seq u, seq t, plumb_mapping w, seq c, seq v, subset m, integer n, integer r, real z) =
      \exists real d; divisor_computed(u, t, w.division, w.epsilon, c, m, n, product_steps(m, n, r), d) &&
        seen_quotients(u, t, c, v, m, n, product_steps(m, n, r), d, z); */
/* the same from the scores y as computed */
/*@ predicate mapped_sum(seq u, seq t, plumb_mapping w, seq y, seq v, subset m, integer n, integer r, real z) =
      \exists seq c; weights_computed(u, t, w, y, c, m, n) && weights_give(u, t, w, c, v, m, n, r, z); */
#endif
