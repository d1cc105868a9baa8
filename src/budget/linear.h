/* linear.h - bounds of the errors of a row's numerator and denominator, as an engine computes them that sums some or
   all of the keys before it multiplies by the query (spec/budget.md, section 12). */
#ifndef PLUMB_BUDGET_LINEAR_H
#define PLUMB_BUDGET_LINEAR_H
#include "budget/linear_sums.h"

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: head_dim <= PLUMB_MOST_ROUNDINGS && steps <= PLUMB_MOST_ROUNDINGS &&
                     sums.count <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, q, k, v, subset m, integer n, real s;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && in_ball(scale, s) &&
      linear_sums(sums, q, k, v, m, n, head_dim) && linear_counts(sums, v, m, n) ==>
      in_ball(\result, first_numerator_off(u, t, s, q, k, v, m, n, head_dim, steps));
*/
plumb_ball plumb_first_numerator_off(const double *unit, const double *tiny, size_t head_dim, size_t steps,
                                     plumb_ball scale, plumb_linear_sums sums);

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: head_dim <= PLUMB_MOST_ROUNDINGS && steps <= PLUMB_MOST_ROUNDINGS &&
                     sums.count <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, q, k, v, subset m, integer n, real s;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && in_ball(scale, s) &&
      linear_sums(sums, q, k, v, m, n, head_dim) && linear_counts(sums, v, m, n) ==>
      in_ball(\result, first_denominator_off(u, t, s, q, k, m, n, head_dim, steps));
*/
plumb_ball plumb_first_denominator_off(const double *unit, const double *tiny, size_t head_dim, size_t steps,
                                       plumb_ball scale, plumb_linear_sums sums);
#endif
