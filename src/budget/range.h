/* range.h - what a key may weigh as computed. */
#ifndef PLUMB_BUDGET_RANGE_H
#define PLUMB_BUDGET_RANGE_H
#include "number/ball.h"
#include "spec/budget/range.h"

/* A weight w (1 + t), -lower <= t <= upper.  A limit that is not finite is none. */
/*@ assigns \nothing;
    ensures within: \forall real w, t; in_ball(weight, w) && 0.0 <= w && errs_within(lower, upper, t) ==>
      within_range(\result, rmul(w, 1.0 + t));
*/
plumb_range plumb_weight_range(plumb_ball weight, double lower, double upper);

/* A weight w e^t, |t| <= error. */
/*@ assigns \nothing;
    ensures within: \forall real w, t; in_ball(weight, w) && 0.0 <= w && exponent_errs_within(error, t) ==>
      within_range(\result, rmul(w, rexp(t)));
*/
plumb_range plumb_exponent_range(plumb_ball weight, double error);
#endif
