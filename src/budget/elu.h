/* elu.h - elu(x) as an engine computes it before it stores it, for a score's map and for features (spec/budget.md,
   sections 9 and 13). */
#ifndef PLUMB_BUDGET_ELU_H
#define PLUMB_BUDGET_ELU_H
#include "budget/model.h"
#include "spec/budget/activation.h"

/* So many roundings in the format of exponents. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires finite: \is_finite(count);
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(a, x) && rounded_often(u, t, count, x, y) ==> in_ball(\result, y);
*/
plumb_ball plumb_rounded_often(const double *unit, const double *tiny, double count, plumb_ball a);

/* elu(x) as computed, where no number of the ball is known to be right of 0. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, b; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(a, x) && near(b, elu_plus_one(x) - 1.0, elu_off(u, t, elu_plus_one(x))) ==> in_ball(\result, b);
*/
plumb_ball plumb_elu_by_exponential(const double *unit, const double *tiny, plumb_ball a);
#endif
