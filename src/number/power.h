/* power.h - x^y = e^(y ln x) for every x of one ball and y of another.

   No information unless a lies strictly right of 0, and where the logarithm or the exponential has
   none: where x^y may reach above e^708, or y ln x is known to no better than 1. */
#ifndef PLUMB_NUMBER_POWER_H
#define PLUMB_NUMBER_POWER_H
#include "number/log.h"
#include "spec/number/power.h"

/*@ assigns \nothing;
    ensures encloses: \forall real x, y; in_ball(a, x) && in_ball(exponent, y) ==> in_ball(\result, rpower(x, y));
*/
plumb_ball plumb_ball_power(plumb_ball a, plumb_ball exponent);
#endif
