/* root.h - balls around roots of weights as an engine computes them, where weights may be lost (spec/budget.md,
   section 15). */
#ifndef PLUMB_BUDGET_ROOT_H
#define PLUMB_BUDGET_ROOT_H
#include "budget/model.h"
#include "spec/budget/rooted.h"

/* 1 if the bounds hold for the model. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires power: \is_finite(power) && power > 0.0;
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      bears_roots(u, t, power);
*/
int plumb_roots_are_borne(const double *unit, const double *tiny, double power);

/* A ball around the root of a number of the ball, as it is stored. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires power: \is_finite(power) && power > 0.0;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real w, c; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && bears_roots(u, t, power) && in_ball(weight, w) && root_stored(u, t, power, w, c) ==>
      in_ball(\result, c);
*/
plumb_ball plumb_stored_root(const double *unit, const double *tiny, double power, plumb_ball weight);
#endif
