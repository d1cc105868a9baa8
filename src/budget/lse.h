/* lse.h - a ball around the log-sum-exp that an online softmax of a precision model computes, from scores that are
   known by balls. */
#ifndef PLUMB_BUDGET_LSE_H
#define PLUMB_BUDGET_LSE_H
#include "budget/model.h"
#include "number/index.h"
#include "spec/budget/lse.h"

/* The ball.
   unit, tiny  [PLUMB_STEPS]: the model (spec/budget/model.h)
   score, off  [keys]: balls around the exact scores, and around bounds of their errors as computed
   weight      [keys]: balls around the exact weights
   visible     [keys]: 0 for hidden keys, whose balls are not read
   summed      keys of the sum, the first ones
   rescalings  most rescalings of the sum */
/*@ requires counts: summed <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(weight + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, s, d, y, subset m, real x; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && encloses_visible(score, visible, s, m, keys) &&
      encloses_among(off, d, m, keys) && encloses_among(weight, softmax(s, m, keys), m, keys) &&
      visible_off(y, s, d, m, keys) && visible_lse(u, t, y, m, keys, summed, rescalings, x) ==> in_ball(\result, x);
*/
plumb_ball plumb_visible_lse(const double *unit, const double *tiny, const plumb_ball *score, const plumb_ball *off,
                             const plumb_ball *weight, const unsigned char *visible, size_t keys, size_t summed,
                             size_t rescalings);
#endif
