/* added_up.h - what a weight is off by that was stored, added up with those of other keys and stored again
   (spec/budget/added_up.h). */
#ifndef PLUMB_BUDGET_ADDED_UP_H
#define PLUMB_BUDGET_ADDED_UP_H
#include "budget/model.h"
#include "spec/budget/added_up.h"

/* A part of it, with so many roundings of the sum on the way of a weight. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires count: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, added_up_unit(u, steps));
*/
plumb_ball plumb_added_up_unit(const double *unit, size_t steps);

/* And what underflows. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires count: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, added_up_tiny(u, t, steps));
*/
plumb_ball plumb_added_up_tiny(const double *unit, const double *tiny, size_t steps);
#endif
