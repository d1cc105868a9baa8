/* excess_quotient.h - is it certain that no engine that divides the differences of a softpick returns a number of a
   ball (spec/budget/softpick.h)? */
#ifndef PLUMB_BUDGET_EXCESS_QUOTIENT_H
#define PLUMB_BUDGET_EXCESS_QUOTIENT_H
#include "budget/model.h"
#include "budget/row_values.h"
#include "spec/budget/softpick.h"

/* 1 if it is certain, 0 if nothing is known.
   unit, tiny      [PLUMB_STEPS]: the model, tiny in units of the differences
   epsilon         added to the divisor, in these units
   excess          [keys]: balls around the differences
   visible         [keys]: 0 for hidden keys
   row             the values
   rescalings      most rescalings of a sum
   before          the ball, of quotients before they are stored
   positive, size  [keys]: workspace */
/*@ requires inside: values_inside(row, keys);
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_visible(excess, visible, keys) && reads_values(row, keys);
    requires writes: \valid(positive + (0 .. keys - 1)) && \valid(size + (0 .. keys - 1));
    requires apart: \separated(positive + (0 .. keys - 1), size + (0 .. keys - 1), excess + (0 .. keys - 1),
                               visible + (0 .. keys - 1), row.value + (0 .. keys * row.width - 1),
                               unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(positive + (0 .. keys - 1), size + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1),
                               row.added + (0 .. keys * row.width - 1));
    assigns positive[0 .. keys - 1], size[0 .. keys - 1];
    ensures excluded: \result != 0 ==> \forall seq u, t, e, v, a, subset m, real g, z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
           encloses_visible(excess, visible, e, m, keys) && given_values(row, v, a, m, keys)) &&
      is_roundings(u, t) && in_ball(epsilon, g) &&
      excesses_divided(u, t, g, row.adds, e, v, a, m, keys, product_steps(m, keys, rescalings), z) ==>
      !in_ball(before, z);
*/
int plumb_excess_quotient_excluded(const double *unit, const double *tiny, plumb_ball epsilon,
                                   const plumb_ball *excess, const unsigned char *visible, plumb_row_values row,
                                   size_t keys, size_t rescalings, plumb_ball before, plumb_ball *positive,
                                   plumb_ball *size);
#endif
