/* ends.c - see ends.h. */
#define PLUMB_OPEN_BALL
#include "budget/ends.h"

double plumb_ball_top(plumb_ball a) {
    return plumb_sum_up(plumb_absolute(a.mid), a.rad);
}

plumb_ball plumb_ball_around(double x, plumb_ball width) {
    return plumb_ball_make(x, plumb_ball_top(width));
}
