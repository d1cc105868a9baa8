/* finished.h - from which quotients an element can come that ends behind a factor, a value bias and a gate
   (spec/budget.md, sections 11 and 16). */
#ifndef PLUMB_BUDGET_FINISHED_H
#define PLUMB_BUDGET_FINISHED_H
#include "budget/model.h"
#include "spec/budget/finished.h"

/* A ball around every quotient that ends as this number; no information if the number is not finite. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && finished_as(u, t, finish, z, number) ==> in_ball(\result, z);
*/
plumb_ball plumb_before_finish(const double *unit, const double *tiny, plumb_finish finish, double number);
#endif
