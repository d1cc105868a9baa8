/* power_row.h - is it certain that no engine of a precision model returns a number of a ball by a power softmax, in any
   of its forms? */
#ifndef PLUMB_BUDGET_POWER_ROW_H
#define PLUMB_BUDGET_POWER_ROW_H
#include "budget/added_values.h"
#include "budget/verdict_workspace.h"
#include "spec/budget/power_row.h"

/* 1 if it is certain, 0 if nothing is known.
   unit, tiny  [PLUMB_STEPS]: the model (spec/budget/model.h)
   power       p
   visible     [keys]: 0 for hidden keys
   row         the values
   rescalings  most rescalings of a sum
   work        workspace; score, off [keys]: of the scores
   twofold     workspace for 2 (keys + 1) places */
/*@ requires inside: values_inside(row, keys);
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && reads_values(row, keys);
    requires writes: writes_work(work, keys) && writes_work(twofold, 2 * keys + 1);
    requires apart: work_apart_from_values(work, unit, tiny, visible, row, keys) &&
                    work_of_twice_apart(twofold, unit, tiny, work.score, work.off, visible, row.value, row.added, keys,
                                        row.width);
    assigns work.score[0 .. keys], work.weight[0 .. keys], twofold.score[0 .. keys], twofold.off[0 .. keys],
            twofold.weight[0 .. keys];
    ensures excluded: \result != 0 ==> \forall seq u, t, y, v, a, subset m, real z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_values(row, v, a, m, keys) && all_computed(work.score, work.off, y, m, keys)) &&
      is_roundings(u, t) && power_row_sum(u, t, power, row.adds, y, v, a, m, keys, rescalings, z) ==>
      !in_ball(number, z);
*/
int plumb_power_row_excluded(const double *unit, const double *tiny, double power, const unsigned char *visible,
                             plumb_row_values row, size_t keys, size_t rescalings, plumb_ball number,
                             plumb_verdict_workspace work, plumb_verdict_workspace twofold);
#endif
