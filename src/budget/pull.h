/* pull.h - what a key does to the sum whose sign excludes a number: parts that the tests of an evaluation share. */
#ifndef PLUMB_BUDGET_PULL_H
#define PLUMB_BUDGET_PULL_H
#include "number/ball.h"
#include "spec/budget/evaluation.h"

/* A number that says nothing unless it is finite. */
/*@ assigns \nothing;
    ensures encloses: \forall real r; given(x, r) ==> in_ball(\result, r);
*/
plumb_ball plumb_ball_given(double x);

/* Are all numbers of the ball below 0? */
/*@ assigns \nothing;
    ensures below: \result != 0 ==> \forall real x; in_ball(a, x) ==> x < 0.0;
*/
int plumb_ball_is_negative(plumb_ball a);

/* side (value - end) + relative |value| + common */
/*@ requires finite: \is_finite(side);
    assigns \nothing;
    ensures encloses: \forall real v, e, r, c; given(value, v) && in_ball(end, e) && given(relative, r) &&
      in_ball(common, c) ==>
      in_ball(\result, rmul(v - e, side) + rmul(r, \abs(v)) + c);
*/
plumb_ball plumb_pull(double value, double side, plumb_ball end, double relative, plumb_ball common);
#endif
