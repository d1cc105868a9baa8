/* gradient_sum.h - a ball around an element of dq, dk or dv as an engine computes it, from balls around the weights
   that are summed (spec/budget.md, section 24). */
#ifndef PLUMB_BUDGET_GRADIENT_SUM_H
#define PLUMB_BUDGET_GRADIENT_SUM_H
#include "budget/products.h"
#include "spec/budget/gradient_sum.h"

/* The ball.
   unit, tiny  [PLUMB_STEPS]: the model (spec/budget/model.h)
   place       where the scale multiplies
   scale       a ball around the scale
   stores      most roundings of a partial sum to the format of the result
   sums        of weights and values */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: sums.count < PLUMB_MOST_ROUNDINGS / 4 && stores < PLUMB_MOST_ROUNDINGS / 4;
    requires place: 0 <= place < PLUMB_SCALE_PLACES;
    assigns \nothing;
    ensures encloses: \forall seq u, t, x, v, subset m, integer n, real s, z;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
      sums_of(sums, x, v, m, n) && in_ball(scale, s) &&
      gradient_summed(u, t, place, s, visible_of(m, n, x), visible_of(m, n, v), visible_count(m, n),
                      product_steps(m, n, 0), stores, z) ==> in_ball(\result, z);
*/
plumb_ball plumb_gradient_sum(const double *unit, const double *tiny, int place, plumb_ball scale, size_t stores,
                              plumb_product_sums sums);
#endif
