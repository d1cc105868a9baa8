/* sine.h - sine and cosine of a ball of small angles, in radians: the same bits on every IEEE 754
   machine.

   Where the middle is at most 0.8125 either way and the radius r at most 1, the new radius is
   2^-52 + r, but for its own rounding.  Beyond that the answer is 0 +- 1, provided that a informs
   at all. */
#ifndef PLUMB_NUMBER_SINE_H
#define PLUMB_NUMBER_SINE_H
#include "number/ball.h"
#include "spec/number/sine.h"

/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, rsine(x));
*/
plumb_ball plumb_ball_sine(plumb_ball a);

/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, rcosine(x));
*/
plumb_ball plumb_ball_cosine(plumb_ball a);
#endif
