/* sqrt.c - see sqrt.h.  Newton's iteration is not trusted: the last lines measure how far the
   square of the candidate is from x. */
#include "number/sqrt.h"

/* Enough steps from x itself for every x up to 2^64: each halves the candidate until it is near
   the root, six more give full precision. */
/*@ assigns \nothing; */
static double newton(double x) {
    double root = x;
    /*@ loop invariant steps: 0 <= step <= 40;
        loop assigns step, root;
        loop variant 40 - step;
    */
    for (int step = 0; step < 40; step++)
        root = plumb_multiply(0.5, plumb_add(root, plumb_divide(x, root)));
    return root;
}

/*@ assigns \nothing;
    ensures root: \is_finite(x) && x > 0.0 ==> in_ball(\result, rsqrt(x));
*/
static plumb_ball certified_root(double x) {
    double root = newton(x);
    if (!plumb_is_finite(root) || !plumb_less(0.0, root))
        return plumb_ball_unknown();
    plumb_ball square = plumb_ball_multiply(plumb_ball_of(root), plumb_ball_of(root));
    double error = plumb_subtract(x, square.mid);
    double distance = plumb_sum_up(plumb_absolute(error), plumb_rounding_radius(error));
    return plumb_ball_make(root, plumb_quotient_up(plumb_sum_up(distance, square.rad), root));
}

plumb_ball plumb_sqrt(double x) {
    if (!plumb_is_finite(x) || !plumb_less(0.0, x))
        return plumb_ball_unknown();
    return certified_root(x);
}
