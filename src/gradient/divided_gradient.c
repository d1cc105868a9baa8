/* divided_gradient.c - see divided_gradient.h. */
#define PLUMB_OPEN_BALL
#include "gradient/divided_gradient.h"

plumb_ball plumb_divided_gradient(plumb_ball slope, plumb_ball weight_gradient, plumb_ball shared,
                                  plumb_ball divisor) {
    return plumb_ball_divide(plumb_ball_multiply(slope, plumb_ball_subtract(weight_gradient, shared)), divisor);
}

/*@ assigns \nothing;
    ensures positive: \result != 0 ==> \forall real x; in_ball(a, x) ==> x > 0.0;
*/
static int is_positive(plumb_ball a) {
    return plumb_is_finite(a.mid) && plumb_is_finite(a.rad) && plumb_less(a.rad, a.mid);
}

plumb_ball plumb_at_least_one_slope(plumb_ball total) {
    plumb_ball one = plumb_ball_of(1.0);
    plumb_ball above = plumb_ball_subtract(total, one), below = plumb_ball_negate(plumb_ball_add(total, one));
    if (is_positive(above))
        return one;
    if (is_positive(below))
        return plumb_ball_negate(one);
    if (is_positive(plumb_ball_negate(above)) && is_positive(plumb_ball_negate(below)))
        return plumb_ball_zero();
    return plumb_ball_make(0.0, 1.0);
}

/*@ assigns \nothing;
    ensures step: \forall real x; in_ball(a, x) ==> in_ball(\result, unit_step(x));
*/
static plumb_ball unit_step_of(plumb_ball a) {
    plumb_ball one = plumb_ball_of(1.0), rest = plumb_ball_subtract(one, a);
    if (is_positive(a) && is_positive(rest))
        return one;
    if (is_positive(plumb_ball_negate(a)) || is_positive(plumb_ball_negate(rest)))
        return plumb_ball_zero();
    return plumb_ball_make(0.5, 0.5);
}

plumb_ball plumb_clip_slope(plumb_ball softmax, double gamma, double zeta) {
    plumb_ball start = plumb_ball_of(gamma), stretch = plumb_ball_subtract(plumb_ball_of(zeta), start);
    plumb_ball stretched = plumb_ball_add(plumb_ball_multiply(softmax, stretch), start);
    return plumb_ball_multiply(unit_step_of(stretched), stretch);
}
