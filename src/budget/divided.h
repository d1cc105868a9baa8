/* divided.h - weights that depend on single scores, and the divisor of their sum, as an engine computes them. */
#ifndef PLUMB_BUDGET_DIVIDED_H
#define PLUMB_BUDGET_DIVIDED_H
#include "budget/products.h"
#include "spec/budget/divided.h"

/* Sets weight[j] to a ball around the weight of each visible key, as it is summed; score, off, visible, weight [keys].
   */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: \separated(weight + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), off + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), visible + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(weight + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq u, t, y, c, subset m;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           all_computed(score, off, y, m, keys)) && is_roundings(u, t) && bears_maps(u) &&
      weights_computed(u, t, mapping, y, c, m, keys) ==> encloses_among(weight, c, m, keys);
*/
void plumb_weigh_scores(const double *unit, const double *tiny, plumb_mapping mapping, const plumb_ball *score,
                        const plumb_ball *off, const unsigned char *visible, size_t keys, plumb_ball *weight);

/* A ball around the sum of these weights and epsilon, with at most `steps` roundings of each weight. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires count: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, c, v, subset m, integer n, real e, d;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) && bears_sum(u, steps) &&
      sums_of(sums, c, v, m, n) && in_ball(epsilon, e) && divisor_of_sum(u, t, e, c, m, n, steps, d) ==>
      in_ball(\result, d);
*/
plumb_ball plumb_divisor_of_sum(const double *unit, const double *tiny, plumb_ball epsilon, size_t steps,
                                plumb_product_sums sums);

/* A ball around the divisor. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: keys <= PLUMB_MOST_ROUNDINGS && steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, c, v, subset m, real d;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) && bears_sum(u, steps) &&
      sums_of(sums, c, v, m, keys) && \is_finite(mapping.epsilon) &&
      divisor_computed(u, t, mapping.division, mapping.epsilon, c, m, keys, steps, d) ==> in_ball(\result, d);
*/
plumb_ball plumb_computed_divisor(const double *unit, const double *tiny, plumb_mapping mapping, size_t steps,
                                  size_t keys, plumb_product_sums sums);
#endif
