/* widened.c - see widened.h. */
#include "budget/widened.h"
#include "budget/ends.h"

plumb_ball plumb_ball_widened(plumb_ball a, plumb_ball width) {
    plumb_ball slack = plumb_ball_around(0.0, width);
    /*@ assert slack: \forall real x, y, w; in_ball(width, w) && near(y, x, w) ==> in_ball(slack, y - x); */
    plumb_ball sum = plumb_ball_add(a, slack);
    /*@ assert sum: \forall real x, y; in_ball(a, x) && in_ball(slack, y - x) ==> in_ball(sum, x + (y - x)); */
    return sum;
}

plumb_ball plumb_ball_rounded(plumb_ball unit, plumb_ball tiny, plumb_ball a) {
    return plumb_ball_widened(a, plumb_ball_add(plumb_ball_multiply(unit, plumb_ball_absolute(a)), tiny));
}

plumb_ball plumb_ball_rounded_in(const double *unit, const double *tiny, size_t step, plumb_ball a) {
    return plumb_ball_rounded(plumb_ball_of(unit[step]), plumb_ball_of(tiny[step]), a);
}
