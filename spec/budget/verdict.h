/* spec/budget/verdict.h - from the scores of a row as computed to what an engine gives for it (spec/budget.md, sections
   3 to 6, 10 to 15 and 20). */
#ifndef PLUMB_SPEC_BUDGET_VERDICT_H
#define PLUMB_SPEC_BUDGET_VERDICT_H
#include "spec/budget/finished.h"
#include "spec/budget/known_scores.h"
#include "spec/budget/power_row.h"
#include "spec/budget/softmax_sum.h"
#include "spec/budget/softpick.h"

/* z is what comes of the values v under the scores y as computed, of the n keys in m, with the vectors a if `adds` is
   not 0; behind the keys of a softmax a sink may stand */
/*@ predicate row_sum(seq u, seq t, plumb_weighing w, integer adds, seq y, seq v, seq a, subset m, integer n, integer r,
                      real z) =
      w.kind == PLUMB_WEIGHED_BY_MAP ? mapped_sum(u, t, w.mapping, adds, y, v, a, m, n, r, z) :
      w.kind == PLUMB_WEIGHED_BY_SOFTPICK ? softpick_sum(u, t, w.epsilon, adds, y, v, a, m, n, r, z) :
      w.kind == PLUMB_WEIGHED_BY_POWER_SOFTMAX ? power_row_sum(u, t, w.power, adds, y, v, a, m, n, r, z) :
      softmax_sum(u, t, w, adds, y, v, a, m, n + 1, r, z); */
/* x is an element of a row as it ends */
/*@ predicate row_gives(seq u, seq t, plumb_weighing w, plumb_finish f, integer adds, seq y, seq v, seq a, subset m,
                        integer n, integer r, real x) =
      \exists real z; row_sum(u, t, w, adds, y, v, a, m, n, r, z) && finished_as(u, t, f, z, x); */

#ifdef PLUMB_DEFINITIONS
/* whatever comes of the values ends as whatever finishes it: no number is left out */
/*@ lemma row_gives_all: \forall seq u, t, plumb_weighing w, plumb_finish f, integer adds, seq y, v, a, subset m,
      integer n, r, real z, x;
      row_sum(u, t, w, adds, y, v, a, m, n, r, z) && finished_as(u, t, f, z, x) ==>
      row_gives(u, t, w, f, adds, y, v, a, m, n, r, x); */
#endif
#endif
