/* tanh.c - see tanh.h and spec/number/tanh.h. */
#define PLUMB_OPEN_BALL
#include "number/tanh.h"
#include "number/exp.h"

/* The convergent of the continued fraction, by ball operations. */
/*@ assigns \nothing;
    ensures encloses: \is_finite(x) ==> in_ball(\result, tanh_convergent(x));
*/
static plumb_ball convergent(double x) {
    plumb_ball argument = plumb_ball_of(x);
    plumb_ball square = plumb_ball_multiply(argument, argument);
    plumb_ball inner = plumb_ball_add(plumb_ball_of(105.0), square);
    plumb_ball factor = plumb_ball_add(plumb_ball_of(945.0), plumb_ball_multiply(square, inner));
    plumb_ball outer = plumb_ball_add(plumb_ball_of(420.0), plumb_ball_scale(square, 15.0));
    plumb_ball denominator =
        plumb_ball_add(plumb_ball_of(945.0), plumb_ball_multiply(square, outer));
    return plumb_ball_divide(plumb_ball_multiply(argument, factor), denominator);
}

/* Near 0: the value at the middle, and no more than the radius beside it. */
/*@ requires near_zero: \is_finite(a.mid) && \is_finite(a.rad) && -0.125 <= a.mid <= 0.125;
    assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, rtanh(x));
*/
static plumb_ball near_zero(plumb_ball a) {
    plumb_ball remainder = plumb_ball_make(0.0, plumb_rounding_radius(a.mid));
    //@ assert remainder: in_ball(remainder, rtanh(a.mid) - tanh_convergent(a.mid));
    plumb_ball middle = plumb_ball_add(convergent(a.mid), remainder);
    //@ assert middle: in_ball(middle, rtanh(a.mid));
    plumb_ball slack = plumb_ball_make(0.0, a.rad);
    //@ assert slack: \forall real x; in_ball(a, x) ==> in_ball(slack, rtanh(x) - rtanh(a.mid));
    return plumb_ball_add(middle, slack);
}

/* (1 - e^-2x) / (1 + e^-2x), for a middle that is not below 0, lest the exponential overflow. */
/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, rtanh(x));
*/
static plumb_ball by_exponential(plumb_ball a) {
    plumb_ball one = plumb_ball_of(1.0);
    plumb_ball e = plumb_ball_exp(plumb_ball_scale(a, -2.0));
    return plumb_ball_divide(plumb_ball_subtract(one, e), plumb_ball_add(one, e));
}

/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, rtanh(x));
*/
static plumb_ball tangent(plumb_ball a) {
    if (plumb_less(a.mid, 0.0))
        return plumb_ball_negate(by_exponential(plumb_ball_negate(a)));
    return by_exponential(a);
}

plumb_ball plumb_ball_tanh(plumb_ball a) {
    if (!plumb_is_finite(a.rad) || !plumb_is_finite(a.mid))
        return plumb_ball_unknown();
    plumb_ball result = plumb_less(0.125, plumb_absolute(a.mid)) ? tangent(a) : near_zero(a);
    if (!plumb_is_finite(result.rad) || plumb_less(1.0, result.rad))
        return plumb_ball_make(0.0, 1.0);
    return result;
}
