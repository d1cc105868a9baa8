/* stored.h - from which numbers a stored result can come (spec/budget.md, section 6). */
#ifndef PLUMB_BUDGET_STORED_H
#define PLUMB_BUDGET_STORED_H
#include "budget/model.h"
#include "spec/budget/stored.h"

/* What a quotient and its two stores are off by: a part of it, and what underflows. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, stored_unit(u));
*/
plumb_ball plumb_stored_unit(const double *unit);

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, stored_tiny(u, t));
*/
plumb_ball plumb_stored_tiny(const double *unit, const double *tiny);

/* A ball around every quotient that is stored as a number of the ball. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, y; in_ball(stored, y) && values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) && bears_stores(u) && stored_as(u, t, x, y) ==>
      in_ball(\result, x);
*/
plumb_ball plumb_before_stores(const double *unit, const double *tiny, plumb_ball stored);
#endif
