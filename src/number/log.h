/* log.h - the natural logarithm: a candidate from Halley's iteration, then a proof of its radius.

   For a number x between 2^-900 and e^708 the radius is near 2^-51 + 2^-53 |ln x|, and a relative
   radius q of the argument adds q / (1 - q).  Below that the steps of 2^-1000 that keep bounds safe
   weigh more; under 2^-999, above e^708, and where a does not lie strictly right of 0, the result
   carries no information. */
#ifndef PLUMB_NUMBER_LOG_H
#define PLUMB_NUMBER_LOG_H
#include "number/exp.h"
#include "spec/number/log.h"

/* nothing: if a number of the ball has no logarithm, the result claims nothing. */
/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, rlog(x));
    ensures nothing: \forall real x, y; in_ball(a, x) && x <= 0.0 ==> in_ball(\result, y);
*/
plumb_ball plumb_ball_log(plumb_ball a);
#endif
