/* spec/budget/mapped.h - from the scores of a row as computed to what an engine gives for it, where each score is
   mapped to a weight by itself (spec/budget.md, sections 12 and 13). */
#ifndef PLUMB_SPEC_BUDGET_MAPPED_H
#define PLUMB_SPEC_BUDGET_MAPPED_H
#include "spec/budget/added_products.h"
#include "spec/budget/divided.h"

/* z is the sum of the weights c times the values, with the vectors a if `adds` is not 0, divided */
/*@ predicate weights_give(seq u, seq t, plumb_mapping w, integer adds, seq c, seq v, seq a, subset m, integer n,
                            integer r, real z) =
      \exists real d; divisor_computed(u, t, w.division, w.epsilon, c, m, n, product_steps(m, n, r), d) &&
        weighed_quotients(u, t, adds, c, v, a, m, n, product_steps(m, n, r), d, z); */
/* the same from the scores y as computed */
/*@ predicate mapped_sum(seq u, seq t, plumb_mapping w, integer adds, seq y, seq v, seq a, subset m, integer n,
                         integer r, real z) =
      \exists seq c; weights_computed(u, t, w, y, c, m, n) && weights_give(u, t, w, adds, c, v, a, m, n, r, z); */
#endif
