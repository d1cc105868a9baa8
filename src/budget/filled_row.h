/* filled_row.h - is it certain that no engine of a precision model returns a number of a ball by a softmax, plain,
   scaled or clipped, of a row that is in the workspace: scores, values and mask? */
#ifndef PLUMB_BUDGET_FILLED_ROW_H
#define PLUMB_BUDGET_FILLED_ROW_H
#include "budget/verdict_workspace.h"
#include "spec/budget/direct.h"
#include "spec/budget/known_scores.h"
#include "spec/budget/softmax_sum.h"

/* 1 if it is certain, 0 if nothing is known.
   unit, tiny  [PLUMB_STEPS]: the model (spec/budget/model.h)
   added       [places]: vectors that are added to the values of a clipped softmax; work.column if none are
   adds        0 if none are
   places      keys, and a sink
   rescalings  most rescalings of a sum
   work        the row: score, off, column, shown [places]; the rest is workspace */
/*@ requires counts: 0 < places <= PLUMB_MOST_ROUNDINGS / 2 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(added + (0 .. places - 1));
    requires writes: writes_work(work, places - 1);
    requires apart: \separated(work.score + (0 .. places - 1), work.off + (0 .. places - 1),
                               work.weight + (0 .. places - 1), work.range + (0 .. places - 1),
                               work.column + (0 .. places - 1), work.added + (0 .. places - 1),
                               work.shown + (0 .. places - 1), unit + (0 .. PLUMB_STEPS - 1),
                               tiny + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(work.weight + (0 .. places - 1), work.range + (0 .. places - 1),
                               added + (0 .. places - 1));
    requires plain: adds == 0 || weighing.kind == PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX;
    assigns work.weight[0 .. places - 1], work.range[0 .. places - 1];
    ensures excluded: \result != 0 ==> \forall seq u, t, y, v, a, subset m, real z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(work.shown, m, places) &&
           given_column(work.column, v, m, places, 1, 0) && given_column(added, a, m, places, 1, 0) &&
           all_computed(work.score, work.off, y, m, places)) && is_roundings(u, t) &&
      softmax_sum(u, t, weighing, adds, y, v, a, m, places, rescalings, z) ==> !in_ball(number, z);
*/
int plumb_filled_row_excluded(const double *unit, const double *tiny, plumb_weighing weighing, const double *added,
                              int adds, size_t places, size_t rescalings, plumb_ball number,
                              plumb_verdict_workspace work);
#endif
