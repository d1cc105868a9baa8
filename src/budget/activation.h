/* activation.h - a weight that is no softmax as an engine computes it, from what is known of its score. */
#ifndef PLUMB_BUDGET_ACTIVATION_H
#define PLUMB_BUDGET_ACTIVATION_H
#include "budget/model.h"
#include "spec/budget/activation.h"

/* Can the bounds bear the model? */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==> bears_maps(u);
*/
int plumb_maps_are_borne(const double *unit);

/* A ball around what the map makes of a score, before it is stored as a probability. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && bears_maps(u) && computed_as(score.exact, score.off, x) &&
      map_computed(u, t, map, x, y) ==> in_ball(\result, y);
*/
plumb_ball plumb_mapped_score(const double *unit, const double *tiny, plumb_map map, plumb_computed score);
#endif
