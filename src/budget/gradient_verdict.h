/* gradient_verdict.h - is it certain that no engine of a precision model returns a number as an element of dq, dk or
   dv?

   For dq_ic the pairs are those of query i with each key j, the values k_jc; for dk_jc those of each query of all heads
   that read the key with key j, the values q_ic; for dv_jc the same pairs, the values G_ic. */
#ifndef PLUMB_BUDGET_GRADIENT_VERDICT_H
#define PLUMB_BUDGET_GRADIENT_VERDICT_H
#include "budget/pair_gradient.h"
#include "budget/possibility.h"
#include "number/index.h"
#include "spec/budget/gradient_sum.h"

/* of_values is not 0 for dv, whose weights are probabilities, and which has no scale. */
/*@ predicate pair_weight(seq u, seq t, integer of_values, plumb_gradient_pair g, real x) =
      of_values != 0 ? pair_probability(u, t, g, x) : pair_gradient(u, t, g, x); */
/*@ predicate pair_weights{L}(plumb_gradient_pair *pair, seq u, seq t, integer of_values, seq x, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> pair_weight(u, t, of_values, pair[j], el(x, j)); */
/* z is an element of a gradient as an engine gives it: the sum of the weights of the pairs in m, each computed in some
   way, times the values, stored r times at most while it is summed */
/*@ predicate engine_gives_gradient{L}(plumb_gradient_pair *pair, seq u, seq t, integer of_values, real scale, seq v,
                                       subset m, integer n, integer r, real z) =
      \exists seq x; pair_weights(pair, u, t, of_values, x, m, n) &&
        gradient_gives(u, t, of_values == 0 ? 1 : 0, scale, x, v, m, n, r, z); */

/* Sets weight[i] to a ball around the weight of each visible pair; pair, visible, weight [pairs]. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(pair + (0 .. pairs - 1)) && \valid_read(visible + (0 .. pairs - 1));
    requires writes: \valid(weight + (0 .. pairs - 1));
    requires apart: \separated(weight + (0 .. pairs - 1), pair + (0 .. pairs - 1)) &&
                    \separated(weight + (0 .. pairs - 1), visible + (0 .. pairs - 1)) &&
                    \separated(weight + (0 .. pairs - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(weight + (0 .. pairs - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns weight[0 .. pairs - 1];
    ensures encloses: \forall seq u, t, x, subset m;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, pairs) &&
           pair_weights(pair, u, t, of_values, x, m, pairs)) ==> encloses_among(weight, x, m, pairs);
*/
void plumb_pair_weights(const double *unit, const double *tiny, const plumb_gradient_pair *pair, int of_values,
                        const unsigned char *visible, size_t pairs, plumb_ball *weight);

/* The answer from these weights, which are the same for all columns.
   unit, tiny  [PLUMB_STEPS]: the model (spec/budget/model.h)
   weight      [pairs]: by plumb_pair_weights
   visible     [pairs]: 0 for hidden pairs
   value       [pairs][width]: of which one column is read
   has_scale   0 for dv
   scale       a ball around the scale
   stores      most roundings of a partial sum to the format of the result; 0 if partial sums stay in `accumulate`
   number      what the engine returned */
/*@ requires inside: 0 <= column < width && pairs * width <= PLUMB_MOST_ELEMENTS;
    requires counts: pairs < PLUMB_MOST_ROUNDINGS / 4 && stores < PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(weight + (0 .. pairs - 1)) && \valid_read(visible + (0 .. pairs - 1)) &&
                    \valid_read(value + (0 .. pairs * width - 1));
    assigns \nothing;
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==> \forall seq u, t, x, v, subset m, real s;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, pairs) &&
      encloses_among(weight, x, m, pairs) && given_column(value, v, m, pairs, width, column) && in_ball(scale, s) ==>
      !gradient_gives(u, t, has_scale, s, x, v, m, pairs, stores, number);
*/
plumb_possibility plumb_gradient_sum_verdict(const double *unit, const double *tiny, const plumb_ball *weight,
                                             const unsigned char *visible, const double *value, size_t pairs,
                                             size_t width, size_t column, int has_scale, plumb_ball scale,
                                             size_t stores, double number);

/* The answer from the pairs [pairs]; weight [pairs] is workspace. */
/*@ requires inside: 0 <= column < width && pairs * width <= PLUMB_MOST_ELEMENTS;
    requires counts: pairs < PLUMB_MOST_ROUNDINGS / 4 && stores < PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(pair + (0 .. pairs - 1)) && \valid_read(visible + (0 .. pairs - 1)) &&
                    \valid_read(value + (0 .. pairs * width - 1));
    requires writes: \valid(weight + (0 .. pairs - 1));
    requires apart: \separated(weight + (0 .. pairs - 1), pair + (0 .. pairs - 1)) &&
                    \separated(weight + (0 .. pairs - 1), visible + (0 .. pairs - 1)) &&
                    \separated(weight + (0 .. pairs - 1), value + (0 .. pairs * width - 1)) &&
                    \separated(weight + (0 .. pairs - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(weight + (0 .. pairs - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns weight[0 .. pairs - 1];
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==> \forall seq u, t, v, subset m, real s;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, pairs) &&
           given_column(value, v, m, pairs, width, column)) && in_ball(scale, s) ==>
      !\old(engine_gives_gradient(pair, u, t, of_values, s, v, m, pairs, stores, number));
*/
plumb_possibility plumb_gradient_verdict(const double *unit, const double *tiny, const plumb_gradient_pair *pair,
                                         int of_values, const unsigned char *visible, const double *value,
                                         size_t pairs, size_t width, size_t column, plumb_ball scale, size_t stores,
                                         double number, plumb_ball *weight);
#endif
