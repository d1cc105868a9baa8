/* spec/budget/mapped.h - from the scores of a row as computed to what an engine gives for it, where each score is mapped
   to a weight by itself (spec/budget.md, sections 12 and 13). */
#ifndef PLUMB_SPEC_BUDGET_MAPPED_H
#define PLUMB_SPEC_BUDGET_MAPPED_H
#include "spec/budget/activation.h"
#include "spec/budget/products.h"

/* roundings on the way of a product, of n keys in m: as in a softmax */
/*@ logic integer product_steps(subset m, integer n, integer r) = visible_count(m, n) + r + 8; */
/* s is the sum of the weights times the values, from the scores y as computed */
/*@ predicate mapped_sum(seq u, seq t, integer map, seq y, seq v, subset m, integer n, integer r, real s) =
      \exists seq a; maps_computed(u, t, map, y, a, m, n) &&
        seen_products(u, t, a, v, m, n, product_steps(m, n, r), s); */
/* x is an element of the row as stored */
/*@ predicate mapped_row_gives(seq u, seq t, integer map, seq y, seq v, subset m, integer n, integer r, real x) =
      \exists real s; mapped_sum(u, t, map, y, v, m, n, r, s) && stored_as(u, t, s, x); */
#endif
