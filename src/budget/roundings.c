/* roundings.c - see roundings.h. */
#include "budget/roundings.h"
#include "budget/pull.h"

plumb_ball plumb_ball_moved(plumb_ball unit, plumb_ball tiny, plumb_ball off, plumb_ball size) {
    return plumb_ball_add(plumb_ball_add(off, plumb_ball_multiply(unit, plumb_ball_add(size, off))), tiny);
}

int plumb_are_borne(const double *unit, double count) {
    plumb_ball all = plumb_ball_multiply(plumb_ball_of(count), plumb_ball_of(unit[PLUMB_STEP_EXPONENT]));
    plumb_ball less = plumb_ball_subtract(all, plumb_ball_of(1.0));
    /*@ assert less: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(less, rmul(count, el(u, 4)) - 1.0); */
    return plumb_ball_is_negative(less);
}

plumb_ball plumb_several_unit(const double *unit, double count) {
    return plumb_ball_gamma(count, plumb_ball_of(unit[PLUMB_STEP_EXPONENT]));
}

plumb_ball plumb_several_tiny(const double *unit, const double *tiny, double count) {
    plumb_ball each = plumb_ball_multiply(plumb_ball_of(count), plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]));
    plumb_ball grown = plumb_ball_add(plumb_ball_of(1.0), plumb_several_unit(unit, count));
    return plumb_ball_multiply(each, grown);
}

plumb_ball plumb_tensor_unit(const double *unit) {
    return plumb_ball_maximum(plumb_ball_of(unit[PLUMB_STEP_INPUT]), plumb_ball_of(unit[PLUMB_STEP_OUTPUT]));
}

plumb_ball plumb_tensor_tiny(const double *tiny) {
    return plumb_ball_maximum(plumb_ball_of(tiny[PLUMB_STEP_INPUT]), plumb_ball_of(tiny[PLUMB_STEP_OUTPUT]));
}
