/* widened.h - balls around what errors and roundings make of the numbers of a ball. */
#ifndef PLUMB_BUDGET_WIDENED_H
#define PLUMB_BUDGET_WIDENED_H
#include "budget/model.h"
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

/* The same, in the format of a step. */
/*@ requires step: 0 <= step < PLUMB_STEPS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(a, x) && rounded_in(u, t, step, x, y) ==> in_ball(\result, y);
*/
plumb_ball plumb_ball_rounded_in(const double *unit, const double *tiny, size_t step, plumb_ball a);
#endif
