/* seen.h - is it certain that no online softmax in a precision model gives a number of this ball, whatever made its
   scores?

   The precision model is unit and tiny, a number for each of its steps (spec/budget/model.h): a step rounds x to within
   unit |x| + tiny. */
#ifndef PLUMB_BUDGET_SEEN_H
#define PLUMB_BUDGET_SEEN_H
#include "budget/model.h"
#include "number/index.h"
#include "spec/budget/direct.h"
#include "spec/budget/seen.h"

/* 0 says nothing.  Of visible keys: score, off, weight [keys] are balls around the exact scores, the most by which they
   are off as computed, and the exact weights; value [keys][width], of which the column is taken; rescalings: at most so
   often a sum is rescaled.  range [keys] is workspace. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(weight + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1)) &&
                    \valid_read(value + (0 .. keys * width - 1));
    requires writes: \valid(range + (0 .. keys - 1));
    requires apart: \separated(range + (0 .. keys - 1), visible + (0 .. keys - 1)) &&
                    \separated(range + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                    \separated(range + (0 .. keys - 1), off + (0 .. keys - 1)) &&
                    \separated(range + (0 .. keys - 1), weight + (0 .. keys - 1)) &&
                    \separated(range + (0 .. keys - 1), value + (0 .. keys * width - 1)) &&
                    \separated(range + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(range + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns range[0 .. keys - 1];
    ensures impossible: \result != 0 ==> \forall seq u, t, s, d, y, v, subset m, real x;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
           encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
           encloses_among(weight, softmax(s, m, keys), m, keys) &&
           given_column(value, v, m, keys, width, column)) &&
      seen_off(y, s, d, m, keys) && in_ball(number, x) ==> !seen_softmax(u, t, y, v, m, keys, rescalings, x);
*/
int plumb_softmax_excluded(const double *unit, const double *tiny, const plumb_ball *score, const plumb_ball *off,
                           const plumb_ball *weight, const unsigned char *visible, const double *value, size_t keys,
                           size_t width, size_t column, size_t rescalings, plumb_ball number, plumb_range *range);
#endif
