/* elu.c - see elu.h.  The comparisons are exact: no number right of 0 is taken for one left of it. */
#define PLUMB_OPEN_BALL
#include "number/elu.h"
#include "number/exp.h"

/* The value at one number. */
/*@ assigns \nothing;
    ensures encloses: \is_finite(x) ==> in_ball(\result, elu_plus_one(x));
*/
static plumb_ball value_at(double x) {
    if (plumb_less(0.0, x))
        return plumb_ball_add(plumb_ball_of(x), plumb_ball_of(1.0));
    return plumb_ball_exp(plumb_ball_of(x));
}

/* The value at the middle, and no more than the radius beside it. */
/*@ assigns \nothing;
    ensures encloses: \forall real x;
      \is_finite(a.mid) && \is_finite(a.rad) && in_ball(a, x) ==> in_ball(\result, elu_plus_one(x));
*/
static plumb_ball about_middle(plumb_ball a) {
    plumb_ball middle = value_at(a.mid);
    plumb_ball slack = plumb_ball_make(0.0, a.rad);
    //@ assert slack: \forall real x; in_ball(a, x) ==> in_ball(slack, elu_plus_one(x) - elu_plus_one(a.mid));
    return plumb_ball_add(middle, slack);
}

/* Left of 0: the exponential, unless the ball is too wide for it. */
/*@ assigns \nothing;
    ensures encloses: \forall real x;
      \is_finite(a.mid) && \is_finite(a.rad) && x <= 0.0 && in_ball(a, x) ==> in_ball(\result, elu_plus_one(x));
*/
static plumb_ball left_of_zero(plumb_ball a) {
    plumb_ball result = plumb_ball_exp(a);
    if (plumb_is_finite(result.rad))
        return result;
    return about_middle(a);
}

plumb_ball plumb_ball_elu_plus_one(plumb_ball a) {
    if (!plumb_is_finite(a.mid) || !plumb_is_finite(a.rad))
        return plumb_ball_unknown();
    if (plumb_less(plumb_absolute(a.mid), a.rad))
        return about_middle(a);
    if (plumb_less(a.mid, 0.0))
        return left_of_zero(a);
    return plumb_ball_add(a, plumb_ball_of(1.0));
}
