/* relu.h - max(x, 0), the rectified linear unit: exactly 0 if the ball is left of 0.

   Source: Nair and Hinton 2010, "Rectified linear units improve restricted Boltzmann machines". */
#ifndef PLUMB_NUMBER_RELU_H
#define PLUMB_NUMBER_RELU_H
#include "number/ball.h"

/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, \max(x, 0.0));
*/
plumb_ball plumb_ball_relu(plumb_ball a);
#endif
