/* grown.h - bounds of underflow in units of e^-c, however sums are rescaled (spec/budget/softpick.h). */
#ifndef PLUMB_BUDGET_GROWN_H
#define PLUMB_BUDGET_GROWN_H
#include "budget/model.h"
#include "spec/budget/softpick.h"

/* Sets wider [PLUMB_STEPS]; 0 if the underflow of a step has no bound.  factor is a ball around e^(m - c), for the
   largest score m. */
/*@ requires counts: rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires writes: \valid(wider + (0 .. PLUMB_STEPS - 1));
    requires apart: \separated(wider + (0 .. PLUMB_STEPS - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(wider + (0 .. PLUMB_STEPS - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns wider[0 .. PLUMB_STEPS - 1];
    ensures finite: \result != 0 ==> finite(wider, PLUMB_STEPS);
    ensures grown: \result != 0 ==> \forall seq u, t, w, real f;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) && in_ball(factor, f) &&
      values(wider, w, PLUMB_STEPS) ==> tiny_grown(u, t, rescalings, f, w);
*/
int plumb_grow_tiny(const double *unit, const double *tiny, size_t rescalings, plumb_ball factor, double *wider);
#endif
