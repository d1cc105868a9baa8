/* pull.c - see pull.h. */
#define PLUMB_OPEN_BALL
#include "budget/pull.h"

plumb_ball plumb_ball_given(double x) {
    return plumb_is_finite(x) ? plumb_ball_of(x) : plumb_ball_unknown();
}

/* mid + rad < 0, without a rounding. */
int plumb_ball_is_negative(plumb_ball a) {
    double size = plumb_negate(a.mid);
    return plumb_is_finite(size) && plumb_is_finite(a.rad) && plumb_less(a.rad, size);
}

plumb_ball plumb_pull(double value, double side, plumb_ball end, double relative,
                      plumb_ball common) {
    plumb_ball v = plumb_ball_given(value);
    plumb_ball away = plumb_ball_scale(plumb_ball_subtract(v, end), side);
    plumb_ball error = plumb_ball_multiply(plumb_ball_given(relative), plumb_ball_absolute(v));
    return plumb_ball_add(plumb_ball_add(away, error), common);
}
