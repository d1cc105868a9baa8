/* logarithm.c - see logarithm.h. */
#define PLUMB_OPEN_BALL
#include "budget/logarithm.h"
#include "budget/ends.h"
#include "budget/widened.h"
#include "number/log.h"

plumb_ball plumb_ball_between(plumb_ball low, plumb_ball high) {
    plumb_ball middle = plumb_ball_scale(plumb_ball_add(low, high), 0.5);
    //@ assert middle: \forall real l, h; in_ball(low, l) && in_ball(high, h) ==> in_ball(middle, rmul(l + h, 0.5));
    plumb_ball half = plumb_ball_scale(plumb_ball_subtract(high, low), 0.5);
    //@ assert half: \forall real l, h; in_ball(low, l) && in_ball(high, h) ==> in_ball(half, rmul(h - l, 0.5));
    return plumb_ball_widened(middle, half);
}

/* A number below all numbers of the ball, or one that is not above 0. */
/*@ assigns \nothing;
    ensures below: \is_finite(\result) && 0.0 < \result ==> \forall real x; in_ball(a, x) ==> \result <= x;
*/
static double bottom(plumb_ball a) {
    if (!plumb_is_finite(a.mid) || !plumb_less(0.0, a.mid))
        return 0.0;
    return plumb_difference_down(a.mid, a.rad);
}

plumb_ball plumb_ball_wide_log(plumb_ball a) {
    double least = bottom(a), most = plumb_ball_top(a);
    if (!plumb_is_finite(least) || !plumb_is_finite(most) || !plumb_less(0.0, least))
        return plumb_ball_unknown();
    plumb_ball low = plumb_ball_log(plumb_ball_of(least));
    //@ assert low: in_ball(low, rlog(least));
    plumb_ball high = plumb_ball_log(plumb_ball_of(most));
    //@ assert high: in_ball(high, rlog(most));
    //@ assert ends: \forall real x; in_ball(a, x) ==> 0.0 < least <= x <= most;
    //@ assert between: \forall real x; in_ball(a, x) ==> lies_between(rlog(least), rlog(most), rlog(x));
    return plumb_ball_between(low, high);
}
