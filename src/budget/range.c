/* range.c - see range.h. */
#define PLUMB_OPEN_BALL
#include "budget/range.h"
#include "budget/pull.h"
#include "number/exp.h"

/* 0, or a number below all numbers of the ball. */
/*@ assigns \nothing;
    ensures below: \is_finite(\result) && \forall real x; in_ball(a, x) ==> \result <= \max(x, 0.0);
*/
static double bottom(plumb_ball a) {
    if (!plumb_is_finite(a.mid) || plumb_less(a.mid, 0.0))
        return 0.0;
    double end = plumb_difference_down(a.mid, a.rad);
    return plumb_is_finite(end) && plumb_less(0.0, end) ? end : 0.0;
}

/* A number above all numbers of the ball, or one that is not finite. */
/*@ assigns \nothing;
    ensures above: \is_finite(\result) ==> \forall real x; in_ball(a, x) ==> x <= \result;
*/
static double top(plumb_ball a) {
    return plumb_sum_up(plumb_absolute(a.mid), a.rad);
}

/* What a weight w f is at least, for f not below a number of the ball `factor`; at most, for f not above one. */
/*@ assigns \nothing;
    ensures least: \is_finite(\result) && \forall real w, f, a; in_ball(weight, w) && 0.0 <= w && 0.0 <= f &&
      in_ball(factor, a) &&
      a <= f ==> \result <= rmul(w, f);
*/
static double least_of(plumb_ball weight, plumb_ball factor) {
    return bottom(plumb_ball_multiply(weight, factor));
}

/*@ assigns \nothing;
    ensures most: \is_finite(\result) ==> \forall real w, f, b; in_ball(weight, w) && 0.0 <= w && in_ball(factor, b) &&
      f <= b ==> rmul(w, f) <= \result;
*/
static double most_of(plumb_ball weight, plumb_ball factor) {
    return top(plumb_ball_multiply(weight, factor));
}

plumb_range plumb_weight_range(plumb_ball weight, double lower, double upper) {
    plumb_ball one = plumb_ball_of(1.0);
    plumb_range result = {0.0, upper};
    if (plumb_is_finite(lower))
        result.least = least_of(weight, plumb_ball_subtract(one, plumb_ball_of(lower)));
    if (plumb_is_finite(upper))
        result.most = most_of(weight, plumb_ball_add(one, plumb_ball_of(upper)));
    return result;
}

plumb_range plumb_exponent_range(plumb_ball weight, double error) {
    plumb_range result = {0.0, error};
    if (plumb_is_finite(error)) {
        result.least = least_of(weight, plumb_ball_exp(plumb_ball_negate(plumb_ball_of(error))));
        result.most = most_of(weight, plumb_ball_exp(plumb_ball_of(error)));
    }
    return result;
}
