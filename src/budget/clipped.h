/* clipped.h - is it certain that no clipped softmax of a precision model returns a number of a ball, from scores that
   are known by balls? */
#ifndef PLUMB_BUDGET_CLIPPED_H
#define PLUMB_BUDGET_CLIPPED_H
#include "budget/model.h"
#include "budget/row_values.h"
#include "spec/budget/clipped.h"

/* As plumb_softmax_excluded (budget/visible_softmax.h), for clip.clips not 0.  Overwrites the weights. */
/*@ requires inside: values_inside(row, keys);
    requires counts: keys <= PLUMB_MOST_ROUNDINGS / 2 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1)) && reads_values(row, keys);
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: \separated(weight + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), off + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), visible + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), row.value + (0 .. keys * row.width - 1)) &&
                    \separated(weight + (0 .. keys - 1), row.added + (0 .. keys * row.width - 1)) &&
                    \separated(weight + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(weight + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns weight[0 .. keys - 1];
    ensures impossible: \result != 0 ==> \forall seq u, t, s, d, y, v, a, subset m, real x;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
           encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
           encloses_among(weight, softmax(s, m, keys), m, keys) &&
           given_values(row, v, a, m, keys)) && is_roundings(u, t) &&
      visible_off(y, s, d, m, keys) && in_ball(number, x) ==>
      !clipped_sum(u, t, clip, row.adds, y, v, a, m, keys, rescalings, x);
*/
int plumb_clipped_excluded(const double *unit, const double *tiny, plumb_clip clip, const plumb_ball *score,
                           const plumb_ball *off, const unsigned char *visible, plumb_row_values row, size_t keys,
                           size_t rescalings, plumb_ball number, plumb_ball *weight);
#endif
