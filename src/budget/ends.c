/* ends.c - see ends.h. */
#define PLUMB_OPEN_BALL
#include "budget/ends.h"

double plumb_ball_top(plumb_ball a) {
    return plumb_sum_up(plumb_absolute(a.mid), a.rad);
}

double plumb_ball_highest(plumb_ball a) {
    double size = plumb_negate(a.mid);
    if (!plumb_is_finite(size) || !plumb_is_finite(a.rad) || !plumb_less(a.mid, 0.0))
        return plumb_ball_top(a);
    //@ assert mirrored: \forall real x; in_ball(a, x) ==> near(-x, size, a.rad);
    double above = plumb_difference_down(size, a.rad);
    if (!plumb_is_finite(above) || !plumb_less(0.0, above))
        return a.rad;
    //@ assert beyond: \forall real x; in_ball(a, x) ==> above <= -x;
    return plumb_negate(above);
}

double plumb_ball_lowest(plumb_ball a) {
    return plumb_negate(plumb_ball_highest(plumb_ball_negate(a)));
}

plumb_ball plumb_ball_around(double x, plumb_ball width) {
    return plumb_ball_make(x, plumb_ball_top(width));
}
