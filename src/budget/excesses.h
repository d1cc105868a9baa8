/* excesses.h - balls around e^(x - m) - e^-m of all keys of a row, as an engine computes them, in units of e^-c
   (spec/budget/softpick.h). */
#ifndef PLUMB_BUDGET_EXCESSES_H
#define PLUMB_BUDGET_EXCESSES_H
#include "budget/model.h"
#include "spec/budget/softpick.h"

/* The unit of a row: c, near its largest score m, and a ball around e^(m - c). */
typedef struct {
    double shift;
    plumb_ball factor;
} plumb_excess_unit;

/* Replaces the scores by balls around the differences.
   rescalings  most rescalings of a sum
   visible     [keys]: 0 for hidden keys
   score, off  [keys]: balls around the exact scores, and around bounds of their errors as computed
   work        [keys]: workspace */
/*@ requires counts: rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(off + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1)) && \valid(work + (0 .. keys - 1));
    requires apart: \separated(score + (0 .. keys - 1), work + (0 .. keys - 1), off + (0 .. keys - 1),
                               visible + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(score + (0 .. keys - 1), work + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns score[0 .. keys - 1], work[0 .. keys - 1];
    ensures factor: \forall seq y, subset m; \old(shows(visible, m, keys) && all_computed(score, off, y, m, keys)) ==>
      in_ball(\result.factor, rexp(largest(y, m, keys) - \result.shift));
    ensures encloses: \forall seq u, t, y, e, subset m;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           all_computed(score, off, y, m, keys)) &&
      excesses_scaled(u, t, rescalings, \result.shift, y, e, m, keys) ==> encloses_among(score, e, m, keys);
*/
plumb_excess_unit plumb_row_excesses(const double *unit, const double *tiny, size_t rescalings,
                                     const unsigned char *visible, size_t keys, plumb_ball *score,
                                     const plumb_ball *off, plumb_ball *work);
#endif
