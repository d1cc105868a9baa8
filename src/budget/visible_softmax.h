/* visible_softmax.h - is it certain that no online softmax of a precision model returns a number of a ball, from scores
   that are known by balls?

   A precision model has two numbers for each step, unit and tiny (spec/budget/model.h): the step rounds x to within
   unit |x| + tiny. */
#ifndef PLUMB_BUDGET_VISIBLE_SOFTMAX_H
#define PLUMB_BUDGET_VISIBLE_SOFTMAX_H
#include "budget/model.h"
#include "number/index.h"
#include "spec/budget/direct.h"
#include "spec/budget/visible_softmax.h"

/* 1 if it is certain, 0 if nothing is known.
   unit, tiny  [PLUMB_STEPS]: the model
   score, off  [keys]: balls around the exact scores, and around bounds of their errors as computed
   weight      [keys]: balls around the exact weights
   visible     [keys]: 0 for hidden keys, whose balls are not read
   value       [keys][width]: values, of which one column is read
   rescalings  most rescalings of a sum
   number      the ball
   range       [keys]: workspace */
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
      visible_off(y, s, d, m, keys) && in_ball(number, x) ==> !visible_softmax(u, t, y, v, m, keys, rescalings, x);
*/
int plumb_softmax_excluded(const double *unit, const double *tiny, const plumb_ball *score, const plumb_ball *off,
                           const plumb_ball *weight, const unsigned char *visible, const double *value, size_t keys,
                           size_t width, size_t column, size_t rescalings, plumb_ball number, plumb_range *range);
#endif
