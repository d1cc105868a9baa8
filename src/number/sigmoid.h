/* sigmoid.h - 1 / (1 + e^-x), the logistic sigmoid.

   If nothing better is known, the result is 1/2 +- 1/2, provided that a has information. */
#ifndef PLUMB_NUMBER_SIGMOID_H
#define PLUMB_NUMBER_SIGMOID_H
#include "number/ball.h"
#include "spec/number/sigmoid.h"

/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, rsigmoid(x));
*/
plumb_ball plumb_ball_sigmoid(plumb_ball a);
#endif
