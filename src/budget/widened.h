/* widened.h - balls around what errors and roundings make of the numbers of a ball. */
#ifndef PLUMB_BUDGET_WIDENED_H
#define PLUMB_BUDGET_WIDENED_H
#include "number/ball.h"
#include "spec/budget/widened.h"

/* What is no farther from a number of the ball than some number of the width. */
/*@ assigns \nothing;
    ensures encloses: \forall real x, y, w; in_ball(a, x) && in_ball(width, w) && near(y, x, w) ==>
      in_ball(\result, y);
*/
plumb_ball plumb_ball_widened(plumb_ball a, plumb_ball width);

/* What a number of the ball is rounded to. */
/*@ assigns \nothing;
    ensures encloses: \forall real e, f, x, y; in_ball(unit, e) && in_ball(tiny, f) && in_ball(a, x) &&
      rounded_by(e, f, x, y) ==> in_ball(\result, y);
*/
plumb_ball plumb_ball_rounded(plumb_ball unit, plumb_ball tiny, plumb_ball a);
#endif
