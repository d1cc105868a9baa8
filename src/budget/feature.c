/* feature.c - see feature.h. */
#include "budget/feature.h"
#include "budget/elu.h"
#include "budget/pull.h"
#include "budget/widened.h"

/* elu(x), stored, and the 1 that is added, stored. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(first, x) && feature_added(u, t, x, y) ==> in_ball(\result, y);
*/
static plumb_ball with_one(const double *unit, const double *tiny, plumb_ball first) {
    plumb_ball computed = plumb_rounded_often(unit, tiny, 2.0, first);
    plumb_ball stored = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_INPUT, computed);
    plumb_ball sum = plumb_rounded_often(unit, tiny, 2.0, plumb_ball_add(stored, plumb_ball_of(1.0)));
    return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_INPUT, sum);
}

plumb_ball plumb_elu_feature_computed(const double *unit, const double *tiny, plumb_ball a) {
    if (plumb_ball_is_negative(plumb_ball_negate(a)))
        return with_one(unit, tiny, a);
    return with_one(unit, tiny, plumb_elu_by_exponential(unit, tiny, a));
}
