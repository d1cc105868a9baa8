/* logarithm.h - balls around numbers that lie between others, and the logarithm of a ball that may be wide. */
#ifndef PLUMB_BUDGET_LOGARITHM_H
#define PLUMB_BUDGET_LOGARITHM_H
#include "number/ball.h"
#include "spec/budget/logarithm.h"

/* All that lies between a number of the one ball and one of the other. */
/*@ assigns \nothing;
    ensures encloses: \forall real l, h, x; in_ball(low, l) && in_ball(high, h) && lies_between(l, h, x) ==>
      in_ball(\result, x);
*/
plumb_ball plumb_ball_between(plumb_ball low, plumb_ball high);

/* From the logarithm of its least number to that of its largest: number/log.h has what is right for narrow balls. */
/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) && 0.0 < x ==> in_ball(\result, rlog(x));
*/
plumb_ball plumb_ball_wide_log(plumb_ball a);
#endif
