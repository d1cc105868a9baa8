/* weight_by_lse.h - a ball around a weight that an engine computes as e^{y - l}, from its score and the log-sum-exp. */
#ifndef PLUMB_BUDGET_WEIGHT_BY_LSE_H
#define PLUMB_BUDGET_WEIGHT_BY_LSE_H
#include "budget/model.h"
#include "spec/budget/weight_by_lse.h"

/* A ball around the exponential before it is stored; score and lse are balls around y and l. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real y, l, e; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(score, y) && in_ball(lse, l) && exponential_by_lse(u, t, y, l, e) ==> in_ball(\result, e);
*/
plumb_ball plumb_exponential_by_lse(const double *unit, const double *tiny, plumb_ball score, plumb_ball lse);

/* A ball around the weight as it is stored. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real y, l, x; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(score, y) && in_ball(lse, l) && weight_by_lse(u, t, y, l, x) ==> in_ball(\result, x);
*/
plumb_ball plumb_weight_by_lse(const double *unit, const double *tiny, plumb_ball score, plumb_ball lse);
#endif
