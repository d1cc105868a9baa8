/* stored.c - see stored.h. */
#include "budget/stored.h"
#include "budget/widened.h"

plumb_ball plumb_stored_unit(const double *unit) {
    plumb_ball quotient = plumb_ball_gamma(4.0, plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]));
    plumb_ball output = plumb_ball_of(unit[PLUMB_STEP_OUTPUT]);
    plumb_ball tensor = plumb_ball_of(unit[PLUMB_STEP_TENSOR]);
    return plumb_ball_joint(plumb_ball_joint(quotient, output), tensor);
}

/* What is off by `off`, stored: (1 + unit) off + tiny. */
/*@ assigns \nothing;
    ensures encloses: \forall real x; \is_finite(unit) && \is_finite(tiny) && in_ball(off, x) ==>
      in_ball(\result, rmul(x, 1.0 + unit) + tiny);
*/
static plumb_ball after_store(plumb_ball off, double unit, double tiny) {
    plumb_ball factor = plumb_ball_add(plumb_ball_of(1.0), plumb_ball_of(unit));
    return plumb_ball_add(plumb_ball_multiply(off, factor), plumb_ball_of(tiny));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, quotient_tiny(u, t));
*/
static plumb_ball tiny_of_quotient(const double *unit, const double *tiny) {
    plumb_ball quotient = plumb_ball_gamma(4.0, plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]));
    plumb_ball each = plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]);
    plumb_ball underflow = plumb_ball_multiply(plumb_ball_of(4.0), each);
    return plumb_ball_multiply(underflow, plumb_ball_add(plumb_ball_of(1.0), quotient));
}

plumb_ball plumb_stored_tiny(const double *unit, const double *tiny) {
    plumb_ball quotient = tiny_of_quotient(unit, tiny);
    plumb_ball output = after_store(quotient, unit[PLUMB_STEP_OUTPUT], tiny[PLUMB_STEP_OUTPUT]);
    return after_store(output, unit[PLUMB_STEP_TENSOR], tiny[PLUMB_STEP_TENSOR]);
}

plumb_ball plumb_before_stores(const double *unit, const double *tiny, plumb_ball stored) {
    plumb_ball store = plumb_stored_unit(unit);
    plumb_ball size = plumb_ball_absolute(stored);
    plumb_ball error = plumb_ball_add(plumb_ball_multiply(store, size), plumb_stored_tiny(unit, tiny));
    plumb_ball width = plumb_ball_divide(error, plumb_ball_subtract(plumb_ball_of(1.0), store));
    /*@ assert width: \forall seq u, t, real y; in_ball(stored, y) && values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) ==> in_ball(width, stored_width(u, t, y)); */
    return plumb_ball_widened(stored, width);
}
