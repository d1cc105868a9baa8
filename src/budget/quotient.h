/* quotient.h - is it certain that a quotient was not stored as a number, from what is known of it times its divisor?

   A divisor may be 0 for all that is known of it, so nothing is divided. */
#ifndef PLUMB_BUDGET_QUOTIENT_H
#define PLUMB_BUDGET_QUOTIENT_H
#include "budget/model.h"
#include "spec/budget/stored.h"

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures excluded: \result != 0 ==> \forall seq u, t, real d, z; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) && in_ball(divisor, d) && in_ball(computed, rmul(z, d)) ==>
      !stored_as(u, t, z, number);
*/
int plumb_quotient_excluded(const double *unit, const double *tiny, plumb_ball computed, plumb_ball divisor,
                            double number);
#endif
