/* elu.h - elu(x) + 1: x + 1 right of 0, e^x left of it.

   Source: arXiv 1511.07289, equation 15, with alpha = 1.  A ball on one side of 0 keeps the
   relative accuracy of that side; for any other the radius follows from the value at the middle and
   the radius of the argument, as the slope is at most 1. */
#ifndef PLUMB_NUMBER_ELU_H
#define PLUMB_NUMBER_ELU_H
#include "number/ball.h"
#include "spec/number/elu.h"

/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, elu_plus_one(x));
*/
plumb_ball plumb_ball_elu_plus_one(plumb_ball a);
#endif
