/* linear_terms.h - bounds of the error of the sum of a query's elements times states, as an engine computes it
   (spec/budget.md, section 12). */
#ifndef PLUMB_BUDGET_LINEAR_TERMS_H
#define PLUMB_BUDGET_LINEAR_TERMS_H
#include "budget/linear_sums.h"
#include "budget/state_error.h"

/* These are balls around these numbers. */
/*@ predicate sums_are(plumb_state_sums sums, real exact, real terms, real weighed_keys, real query, real states,
                       real keys) =
      in_ball(sums.exact, exact) && in_ball(sums.terms, terms) && in_ball(sums.weighed_keys, weighed_keys) &&
      in_ball(sums.query, query) && in_ball(sums.states, states) && in_ball(sums.keys, keys); */
/*@ predicate errors_are(plumb_state_error e, real a, real b, real l) =
      in_ball(e.unit, a) && in_ball(e.of_keys, b) && in_ball(e.lost, l); */

/* A bound of the error that grows with the scale. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, real a, b, l, x, y, z, q, s, k; values(unit, u, PLUMB_STEPS) &&
      errors_are(error, a, b, l) && sums_are(sums, x, y, z, q, s, k) ==>
      in_ball(\result, terms_scaled_off(u, a, b, y, z));
*/
plumb_ball plumb_terms_scaled_off(const double *unit, plumb_state_error error, plumb_state_sums sums);

/* A bound of the underflow. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires count: head_dim <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real a, b, l, x, y, z, q, s, k; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && errors_are(error, a, b, l) && sums_are(sums, x, y, z, q, s, k) ==>
      in_ball(\result, terms_lost(u, t, head_dim, a, b, l, q, s, k));
*/
plumb_ball plumb_terms_lost(const double *unit, const double *tiny, size_t head_dim, plumb_state_error error,
                       plumb_state_sums sums);

/* A bound of the error of the sum over the features, before it is stored. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires count: head_dim <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real m, h, y, o, l; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && in_ball(scaled, m) && in_ball(high, h) && in_ball(terms, y) && in_ball(off, o) &&
      in_ball(underflow, l) ==> in_ball(\result, linear_sum_off(u, t, head_dim, m, h, y, o, l));
*/
plumb_ball plumb_terms_sum_off(const double *unit, const double *tiny, size_t head_dim, plumb_ball scaled,
                             plumb_ball high, plumb_ball terms, plumb_ball off, plumb_ball underflow);
#endif
