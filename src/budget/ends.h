/* ends.h - a number beyond all of a ball, and a ball that reaches as far. */
#ifndef PLUMB_BUDGET_ENDS_H
#define PLUMB_BUDGET_ENDS_H
#include "number/ball.h"
#include "spec/budget/range.h"

/* A number above all numbers of the ball, or one that is not finite. */
/*@ assigns \nothing;
    ensures above: \is_finite(\result) ==> \forall real x; in_ball(a, x) ==> x <= \result;
*/
double plumb_ball_top(plumb_ball a);

/* The numbers that are no farther from x than some number of the ball; x is finite, or nothing is known. */
/*@ assigns \nothing;
    ensures encloses: \forall real y, w; \is_finite(x) && in_ball(width, w) && \abs(y - x) <= w ==>
      in_ball(\result, y);
*/
plumb_ball plumb_ball_around(double x, plumb_ball width);
#endif
