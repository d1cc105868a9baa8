/* power_share.h - a bound of the relative error of the sum of powers (spec/budget.md, section 15). */
#ifndef PLUMB_BUDGET_POWER_SHARE_H
#define PLUMB_BUDGET_POWER_SHARE_H
#include "budget/model.h"
#include "spec/budget/powered.h"

/* The bound.
   count  terms
   steps  most roundings of a term
   term   bounds the error of a term's exponent
   each   bounds the underflow of a term */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: count <= PLUMB_MOST_ROUNDINGS && steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real l, f; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(term, l) && in_ball(each, f) ==> in_ball(\result, power_share(u, t, count, steps, l, f));
*/
plumb_ball plumb_power_share(const double *unit, const double *tiny, size_t count, size_t steps, plumb_ball term,
                             plumb_ball each);
#endif
