/* spec/budget/softmax_sum.h - from the scores of a row as computed to what an engine gives for it by a softmax, plain,
   clipped or scaled (spec/budget.md, sections 3 to 6, 11, 15 and 20). */
#ifndef PLUMB_SPEC_BUDGET_SOFTMAX_SUM_H
#define PLUMB_SPEC_BUDGET_SOFTMAX_SUM_H
#include "spec/budget/added_values.h"
#include "spec/budget/clipped.h"

/* z is what comes of the values v under the scores y as computed, of the n keys in m; if `adds` is not 0, of these
   values with the vectors a */
/*@ predicate softmax_sum(seq u, seq t, plumb_weighing w, integer adds, seq y, seq v, seq a, subset m, integer n,
                          integer r, real z) =
      w.kind == PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX ? clipped_sum(u, t, w.clip, adds, y, v, a, m, n, r, z) :
      adds != 0 ? added_softmax_mean(u, t, w, y, v, a, m, n, r, z) : softmax_mean(u, t, w, y, v, m, n, r, z); */
#endif
