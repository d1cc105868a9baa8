/* sigmoid.c - see sigmoid.h. */
#define PLUMB_OPEN_BALL
#include "number/sigmoid.h"
#include "number/exp.h"

/* The second form holds no number twice, so it is the tighter one until e^-x overflows. */
/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, rsigmoid(x));
*/
static plumb_ball by_exponential(plumb_ball a) {
    plumb_ball one = plumb_ball_of(1.0);
    if (plumb_less(a.mid, -700.0)) {
        plumb_ball small = plumb_ball_exp(a);
        return plumb_ball_divide(small, plumb_ball_add(one, small));
    }
    plumb_ball inverse = plumb_ball_exp(plumb_ball_negate(a));
    return plumb_ball_divide(one, plumb_ball_add(one, inverse));
}

plumb_ball plumb_ball_sigmoid(plumb_ball a) {
    if (!plumb_is_finite(a.rad))
        return plumb_ball_unknown();
    plumb_ball result = by_exponential(a);
    if (!plumb_is_finite(result.rad) || plumb_less(0.5, result.rad))
        return plumb_ball_make(0.5, 0.5);
    return result;
}
