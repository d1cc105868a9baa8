/* visible_weight.h - balls around the weights that an online softmax of a precision model computes, from scores that
   are known by balls. */
#ifndef PLUMB_BUDGET_VISIBLE_WEIGHT_H
#define PLUMB_BUDGET_VISIBLE_WEIGHT_H
#include "budget/model.h"
#include "number/index.h"
#include "spec/budget/visible_weight.h"

/* 0 if nothing is known of the weights.
   unit, tiny  [PLUMB_STEPS]: the model (spec/budget/model.h)
   score, off  [keys]: balls around the exact scores, and around bounds of their errors as computed
   visible     [keys]: 0 for hidden keys, whose balls are not read
   rescalings  most rescalings of a sum
   weight      [keys]: balls around the exact weights, replaced by balls around the computed ones */
/*@ requires counts: keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: \separated(weight + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), off + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), visible + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(weight + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns weight[0 .. keys - 1];
    ensures encloses: \result != 0 ==> \forall seq u, t, s, d, y, subset m, integer i, real w;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
           encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
           encloses_among(weight, softmax(s, m, keys), m, keys)) &&
      visible_off(y, s, d, m, keys) && 0 <= i < keys && among(m, i) &&
        visible_weight(u, t, y, m, keys, rescalings, i, w) ==>
      in_ball(weight[i], w);
*/
int plumb_visible_weights(const double *unit, const double *tiny, const plumb_ball *score, const plumb_ball *off,
                          const unsigned char *visible, size_t keys, size_t rescalings, plumb_ball *weight);
#endif
