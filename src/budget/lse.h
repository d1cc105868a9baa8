/* lse.h - a ball around what a row's log-sum-exp comes out as in an online softmax in a precision model, whatever made
   its scores. */
#ifndef PLUMB_BUDGET_LSE_H
#define PLUMB_BUDGET_LSE_H
#include "budget/model.h"
#include "number/index.h"
#include "spec/budget/lse.h"

/* Of visible keys: score, off, weight [keys] are balls around the exact scores, the most by which they are off as
   computed, and the exact weights; the first `summed` take part in the sum; rescalings: at most so often it is
   rescaled. */
/*@ requires counts: summed <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(weight + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, s, d, y, subset m, real x; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && encloses_visible(score, visible, s, m, keys) &&
      encloses_among(off, d, m, keys) && encloses_among(weight, softmax(s, m, keys), m, keys) &&
      seen_off(y, s, d, m, keys) && seen_lse(u, t, y, m, keys, summed, rescalings, x) ==> in_ball(\result, x);
*/
plumb_ball plumb_seen_lse(const double *unit, const double *tiny, const plumb_ball *score, const plumb_ball *off,
                          const plumb_ball *weight, const unsigned char *visible, size_t keys, size_t summed,
                          size_t rescalings);
#endif
