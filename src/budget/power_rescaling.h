/* power_rescaling.h - a precision model wide enough for sums of powers that are rescaled (spec/budget/power_row.h). */
#ifndef PLUMB_BUDGET_POWER_RESCALING_H
#define PLUMB_BUDGET_POWER_RESCALING_H
#include "budget/model.h"
#include "spec/budget/power_row.h"

/* Sets wider, tinier [PLUMB_STEPS] for at most `rescalings` rescalings of both sums; 0 if there are no bounds. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires finite: \is_finite(power);
    requires writes: \valid(wider + (0 .. PLUMB_STEPS - 1)) && \valid(tinier + (0 .. PLUMB_STEPS - 1));
    requires apart: \separated(wider + (0 .. PLUMB_STEPS - 1), tinier + (0 .. PLUMB_STEPS - 1),
                               unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(wider + (0 .. PLUMB_STEPS - 1), tinier + (0 .. PLUMB_STEPS - 1),
                               tiny + (0 .. PLUMB_STEPS - 1));
    assigns wider[0 .. PLUMB_STEPS - 1], tinier[0 .. PLUMB_STEPS - 1];
    ensures finite: \result != 0 ==> \forall seq u, t;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) ==>
      finite(wider, PLUMB_STEPS) && finite(tinier, PLUMB_STEPS);
    ensures bears: \result != 0 ==> \forall seq u, t, g, h;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) && values(wider, g, PLUMB_STEPS) &&
      values(tinier, h, PLUMB_STEPS) ==>
      is_roundings(g, h) && bears_rescaled_powers(u, t, power, rescalings, g, h);
*/
int plumb_widen_for_power_rescalings(const double *unit, const double *tiny, double power, size_t rescalings,
                                     double *wider, double *tinier);
#endif
