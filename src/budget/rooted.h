/* rooted.h - is it certain that no engine of a precision model returns a number of a ball by a power softmax that is
   computed as roots of the weights of a softmax of p x? */
#ifndef PLUMB_BUDGET_ROOTED_H
#define PLUMB_BUDGET_ROOTED_H
#include "budget/verdict_workspace.h"
#include "spec/budget/rooted.h"

/* 1 if it is certain, 0 if nothing is known.
   unit, tiny  [PLUMB_STEPS]: the model (spec/budget/model.h)
   power       p
   score, off  [keys]: balls around the exact scores, and around bounds of their errors as computed
   visible     [keys]: 0 for hidden keys
   row         the values
   rescalings  most blocks of keys
   work        workspace, whose score, off and weight are set for scores times p */
/*@ requires inside: values_inside(row, keys);
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1)) && reads_values(row, keys);
    requires writes: writes_work(work, keys);
    requires apart: work_apart_from_values(work, unit, tiny, visible, row, keys) &&
                    \separated(work.score + (0 .. keys), work.off + (0 .. keys), work.weight + (0 .. keys),
                               score + (0 .. keys - 1)) &&
                    \separated(work.score + (0 .. keys), work.off + (0 .. keys), work.weight + (0 .. keys),
                               off + (0 .. keys - 1));
    assigns work.score[0 .. keys], work.off[0 .. keys], work.weight[0 .. keys];
    ensures excluded: \result != 0 ==> \forall seq u, t, y, v, a, subset m, real z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_values(row, v, a, m, keys) && all_computed(score, off, y, m, keys)) &&
      is_roundings(u, t) && rooted_sum(u, t, power, row.adds, y, v, a, m, keys, rescalings, z) ==> !in_ball(number, z);
*/
int plumb_rooted_row_excluded(const double *unit, const double *tiny, double power, const plumb_ball *score,
                              const plumb_ball *off, const unsigned char *visible, plumb_row_values row, size_t keys,
                              size_t rescalings, plumb_ball number, plumb_verdict_workspace work);
#endif
