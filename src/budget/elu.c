/* elu.c - see elu.h. */
#include "budget/elu.h"
#include "budget/roundings.h"
#include "budget/widened.h"
#include "number/elu.h"

plumb_ball plumb_rounded_often(const double *unit, const double *tiny, double count, plumb_ball a) {
    return plumb_ball_rounded(plumb_several_unit(unit, count), plumb_several_tiny(unit, tiny, count), a);
}

/* What elu(x) is off by; value: of elu(x) + 1. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real e; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(value, e) ==> in_ball(\result, elu_off(u, t, e));
*/
static plumb_ball off_of_elu(const double *unit, const double *tiny, plumb_ball value) {
    plumb_ball less = plumb_ball_absolute(plumb_ball_subtract(value, plumb_ball_of(1.0)));
    plumb_ball size = plumb_ball_maximum(value, less);
    return plumb_ball_add(plumb_ball_multiply(plumb_ball_of(unit[PLUMB_STEP_EXPONENTIAL]), size),
                          plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]));
}

plumb_ball plumb_elu_by_exponential(const double *unit, const double *tiny, plumb_ball a) {
    plumb_ball value = plumb_ball_elu_plus_one(a);
    plumb_ball exact = plumb_ball_subtract(value, plumb_ball_of(1.0));
    return plumb_ball_widened(exact, off_of_elu(unit, tiny, value));
}
