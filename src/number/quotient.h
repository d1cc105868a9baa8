/* quotient.h - the quotient of balls in which an exact 0 stays an exact 0.

   The division of balls adds a rounding to the radius even if the quotient is exact: the weight of an
   invisible key is exactly 0, and must stay so. */
#ifndef PLUMB_NUMBER_QUOTIENT_H
#define PLUMB_NUMBER_QUOTIENT_H
#include "number/ball.h"

/* Is 0 the only number in the ball? */
/*@ assigns \nothing;
    ensures zero: \result != 0 ==> \forall real x; in_ball(a, x) ==> x == 0.0;
*/
int plumb_ball_is_zero(plumb_ball a);

/* No information if b may contain 0, not even for 0 / b. */
/*@ assigns \nothing;
    ensures encloses: \forall real x, y; in_ball(a, x) && in_ball(b, y) ==> in_ball(\result, rdiv(x, y));
*/
plumb_ball plumb_ball_quotient(plumb_ball a, plumb_ball b);
#endif
