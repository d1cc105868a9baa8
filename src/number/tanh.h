/* tanh.h - the hyperbolic tangent, relatively accurate however small x is.

   If nothing better is known, the result is 0 +- 1, provided that a has information. */
#ifndef PLUMB_NUMBER_TANH_H
#define PLUMB_NUMBER_TANH_H
#include "number/ball.h"
#include "spec/number/tanh.h"

/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, rtanh(x));
*/
plumb_ball plumb_ball_tanh(plumb_ball a);
#endif
