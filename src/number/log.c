/* log.c - see log.h.  The iteration is not trusted: plumb_ball_log measures how far the exponential
   of its candidate is from a. */
#include "number/log.h"

/* Halley's iteration y + 2 (x - e^y) / (x + e^y) for e^y = x.  From 0 no step is longer than 2, so
   400 reach every logarithm; convergence is cubic, so the step after one below 2^-18 is the last
   that a binary64 number would notice. */
/*@ assigns \nothing; */
static double logarithm_candidate(double x) {
    double y = 0.0;
    double step = 1.0;
    /*@ loop invariant steps: 0 <= count <= 400;
        loop assigns count, y, step;
        loop variant 400 - count;
    */
    for (int count = 0; count < 400 && plumb_less(0x1p-18, plumb_absolute(step)); count++) {
        double power = plumb_ball_exp(plumb_ball_of(y)).mid;
        step = plumb_divide(plumb_subtract(x, power), plumb_add(x, power));
        y = plumb_add(y, plumb_multiply(2.0, step));
    }
    return y;
}

/* A positive lower bound of the ball's numbers; not finite or not positive if there is none. */
/*@ assigns \nothing;
    ensures below: \forall real x; in_ball(a, x) && \is_finite(\result) && \result > 0.0 ==> \result <= x;
*/
static double positive_end(plumb_ball a) {
    return plumb_difference_down(a.mid, a.rad);
}

/* |ln x - y| <= |x - e^y| / min(x, e^y), for ln is the integral of 1/t. */
plumb_ball plumb_ball_log(plumb_ball a) {
    double y = logarithm_candidate(a.mid);
    plumb_ball power = plumb_ball_exp(plumb_ball_of(y));
    double least = positive_end(a);
    double least_power = positive_end(power);
    if (!plumb_is_finite(least) || !plumb_is_finite(least_power) || !plumb_less(0.0, least) ||
        !plumb_less(0.0, least_power))
        return plumb_ball_unknown();
    plumb_ball difference = plumb_ball_subtract(a, power);
    double distance = plumb_sum_up(plumb_absolute(difference.mid), difference.rad);
    double smaller = plumb_less(least, least_power) ? least : least_power;
    return plumb_ball_make(y, plumb_quotient_up(distance, smaller));
}
