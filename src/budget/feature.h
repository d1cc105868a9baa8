/* feature.h - an element of a feature map as an engine computes it (spec/budget.md, section 9). */
#ifndef PLUMB_BUDGET_FEATURE_H
#define PLUMB_BUDGET_FEATURE_H
#include "budget/model.h"
#include "spec/budget/feature.h"

/* A ball around elu(x) + 1, for an element that is a number of the ball. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && bears_maps(u) && in_ball(a, x) && elu_feature_computed(u, t, x, y) ==>
      in_ball(\result, y);
*/
plumb_ball plumb_elu_feature_computed(const double *unit, const double *tiny, plumb_ball a);
#endif
