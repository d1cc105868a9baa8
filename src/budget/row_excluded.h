/* row_excluded.h - is it certain that no engine of a precision model returns a number of a ball, by any kind of
   weights, from scores that are known by balls? */
#ifndef PLUMB_BUDGET_ROW_EXCLUDED_H
#define PLUMB_BUDGET_ROW_EXCLUDED_H
#include "budget/added_values.h"
#include "spec/budget/verdict.h"

/* 1 if it is certain, 0 if nothing is known; parameters as of plumb_softmax_row_excluded (budget/softmax_row.h). */
/*@ requires inside: values_inside(row, keys);
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && reads_values(row, keys);
    requires writes: writes_work(work, keys) && writes_work(twofold, 2 * keys + 1);
    requires apart: work_apart_from_values(work, unit, tiny, visible, row, keys) &&
                    work_of_twice_apart(twofold, unit, tiny, work.score, work.off, visible, row.value, row.added, keys,
                                        row.width);
    assigns work.score[0 .. keys], work.off[0 .. keys], work.weight[0 .. keys], work.range[0 .. keys],
            work.column[0 .. keys], work.added[0 .. keys], work.shown[0 .. keys], twofold.score[0 .. 2 * keys + 1],
            twofold.off[0 .. 2 * keys + 1], twofold.weight[0 .. 2 * keys + 1], twofold.range[0 .. 2 * keys + 1],
            twofold.column[0 .. 2 * keys + 1], twofold.shown[0 .. 2 * keys + 1];
    ensures excluded: \result != 0 ==> \forall seq u, t, y, v, a, subset m, real z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_values(row, v, a, m, keys) && all_computed(work.score, work.off, y, m, keys + 1)) &&
      is_roundings(u, t) && (among(m, keys) <==> has_sink != 0) &&
      (among(m, keys) ==> el(v, keys) == 0.0 && el(a, keys) == 0.0) &&
      row_sum(u, t, weighing, row.adds, y, v, a, m, keys, rescalings, z) ==> !in_ball(number, z);
*/
int plumb_row_excluded(const double *unit, const double *tiny, plumb_weighing weighing, const unsigned char *visible,
                       plumb_row_values row, size_t keys, size_t rescalings, int has_sink, plumb_ball number,
                       plumb_verdict_workspace work, plumb_verdict_workspace twofold);
#endif
