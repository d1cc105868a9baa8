/* added_model.h - a precision model wide enough for values to which vectors are added (spec/budget/added_model.h). */
#ifndef PLUMB_BUDGET_ADDED_MODEL_H
#define PLUMB_BUDGET_ADDED_MODEL_H
#include "budget/model.h"
#include "spec/budget/added_model.h"

/* Sets wider, tinier [PLUMB_STEPS] for sums of weights with `steps` roundings; 0 if the error of a step has no bound.
   */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires count: steps <= PLUMB_MOST_ROUNDINGS;
    requires writes: \valid(wider + (0 .. PLUMB_STEPS - 1)) && \valid(tinier + (0 .. PLUMB_STEPS - 1));
    requires apart: \separated(wider + (0 .. PLUMB_STEPS - 1), tinier + (0 .. PLUMB_STEPS - 1),
                               unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(wider + (0 .. PLUMB_STEPS - 1), tinier + (0 .. PLUMB_STEPS - 1),
                               tiny + (0 .. PLUMB_STEPS - 1));
    assigns wider[0 .. PLUMB_STEPS - 1], tinier[0 .. PLUMB_STEPS - 1];
    ensures finite: \result != 0 ==> \forall seq u, t;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) ==>
      finite(wider, PLUMB_STEPS) && finite(tinier, PLUMB_STEPS);
    ensures bears: \result != 0 ==> \forall seq u, t, a, b;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) &&
      values(wider, a, PLUMB_STEPS) && values(tinier, b, PLUMB_STEPS) ==> bears_vectors(u, t, steps, a, b);
*/
int plumb_widen_for_vectors(const double *unit, const double *tiny, size_t steps, double *wider, double *tinier);

/* A bound of the underflow of two outputs that are stored and added. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, outputs_tiny(u, t));
*/
plumb_ball plumb_outputs_tiny(const double *unit, const double *tiny);
#endif
