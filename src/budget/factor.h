/* factor.h - the number that was multiplied, from the product. */
#ifndef PLUMB_BUDGET_FACTOR_H
#define PLUMB_BUDGET_FACTOR_H
#include "number/ball.h"
#include "spec/budget/factor.h"

/* No information if the factor may be 0 or less. */
/*@ assigns \nothing;
    ensures encloses: \forall real x, f; in_ball(product, rmul(x, f)) && in_ball(factor, f) ==> in_ball(\result, x);
*/
plumb_ball plumb_ball_before_factor(plumb_ball product, plumb_ball factor);
#endif
