/* divisor.h - the divisor of the weights of a row, from their sum (spec/budget.md, section 12). */
#ifndef PLUMB_BUDGET_DIVISOR_H
#define PLUMB_BUDGET_DIVISOR_H
#include "budget/model.h"
#include "spec/budget/divisor.h"

/* A ball around a sum and epsilon. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real e, s, d; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(epsilon, e) && in_ball(sum, s) && epsilon_added(u, t, e, s, d) ==> in_ball(\result, d);
*/
plumb_ball plumb_with_epsilon(const double *unit, const double *tiny, plumb_ball epsilon, plumb_ball sum);

/* A ball around the divisor of a row of `keys` keys, from a ball around the sum of weights. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires count: keys <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s, d;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && \is_finite(epsilon) &&
      (sum_divides(division) ==> in_ball(sum, s)) && divides_by(u, t, division, epsilon, keys, s, d) ==>
      in_ball(\result, d);
*/
plumb_ball plumb_divisor_from(const double *unit, const double *tiny, plumb_division division, double epsilon,
                              size_t keys, plumb_ball sum);
#endif
