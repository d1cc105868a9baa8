/* multiplied.h - a precision model wide enough for weights that a factor multiplies (spec/budget/scaled_softmax.h). */
#ifndef PLUMB_BUDGET_MULTIPLIED_H
#define PLUMB_BUDGET_MULTIPLIED_H
#include "budget/model.h"
#include "spec/budget/scaled_softmax.h"

/* Copies a model. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires writes: \valid(wider + (0 .. PLUMB_STEPS - 1)) && \valid(tinier + (0 .. PLUMB_STEPS - 1));
    requires apart: \separated(wider + (0 .. PLUMB_STEPS - 1), tinier + (0 .. PLUMB_STEPS - 1),
                               unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(wider + (0 .. PLUMB_STEPS - 1), tinier + (0 .. PLUMB_STEPS - 1),
                               tiny + (0 .. PLUMB_STEPS - 1));
    assigns wider[0 .. PLUMB_STEPS - 1], tinier[0 .. PLUMB_STEPS - 1];
    ensures copied: \forall seq u, t; \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) ==>
      values(wider, u, PLUMB_STEPS) && values(tinier, t, PLUMB_STEPS);
*/
void plumb_copy_model(const double *unit, const double *tiny, double *wider, double *tinier);

/* Sets wider, tinier [PLUMB_STEPS] for weights times alpha, a number of the ball `factor`; 0 if the error of a step has
   no bound. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires writes: \valid(wider + (0 .. PLUMB_STEPS - 1)) && \valid(tinier + (0 .. PLUMB_STEPS - 1));
    requires apart: \separated(wider + (0 .. PLUMB_STEPS - 1), tinier + (0 .. PLUMB_STEPS - 1),
                               unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(wider + (0 .. PLUMB_STEPS - 1), tinier + (0 .. PLUMB_STEPS - 1),
                               tiny + (0 .. PLUMB_STEPS - 1));
    assigns wider[0 .. PLUMB_STEPS - 1], tinier[0 .. PLUMB_STEPS - 1];
    ensures finite: \result != 0 ==> \forall seq u, t;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) ==>
      finite(wider, PLUMB_STEPS) && finite(tinier, PLUMB_STEPS);
    ensures bears: \result != 0 ==> \forall seq u, t, a, b, real f;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) && in_ball(factor, f) &&
      values(wider, a, PLUMB_STEPS) && values(tinier, b, PLUMB_STEPS) ==> bears_factor(u, t, f, a, b);
*/
int plumb_widen_for_factor(const double *unit, const double *tiny, plumb_ball factor, double *wider, double *tinier);
#endif
