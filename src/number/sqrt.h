/* sqrt.h - certified square root: a candidate from Newton's method, then a proof of its radius. */
#ifndef PLUMB_NUMBER_SQRT_H
#define PLUMB_NUMBER_SQRT_H
#include "number/ball.h"

/* A ball containing the square root of x; no information for x <= 0 or not finite. */
/*@ assigns \nothing;
    ensures encloses: \is_finite(x) && x > 0.0 ==> in_ball(\result, rsqrt(x));
*/
plumb_ball plumb_sqrt(double x);
#endif
