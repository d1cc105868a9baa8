/* chunks.h - is it certain that no engine of a precision model returns a number for a row of a linear operator, if it
   may sum some or all of the keys before it multiplies by the query, as by chunks?

   From sums over the row to the answer; chunks_give states what an engine may do. */
#ifndef PLUMB_BUDGET_CHUNKS_H
#define PLUMB_BUDGET_CHUNKS_H
#include "budget/linear_sums.h"
#include "spec/budget/chunks.h"

/* What is known of a row: of its keys as they are summed first, and by themselves. */
/*@ predicate sums_of_row(plumb_linear_sums first, plumb_product_sums second, seq q, seq k, seq c, seq v, subset m,
                          integer n, integer d) =
      linear_sums(first, q, k, v, m, n, d) && linear_counts(first, v, m, n) && sums_of(second, c, v, m, n); */

/* 1 if it is certain, 0 if nothing is known.  Scores are the weights: the map is not used.
   unit, tiny  [PLUMB_STEPS]: the model (spec/budget/model.h)
   first       sums of the query and all visible keys, as computed
   second      sums of the weights of all visible keys
   rescalings  most blocks of keys
   scale       a ball around the scale of the scores
   mapping     its division is used
   finish      from the quotient to the output
   number      what the engine returned */
/*@ requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && head_dim <= PLUMB_MOST_ROUNDINGS && first.count <= keys &&
                     second.count <= keys && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures impossible: \result != 0 ==> \forall seq u, t, q, k, a, b, v, subset m, real s;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && in_ball(scale, s) &&
      sums_of_row(first, second, q, k, a, v, m, keys, head_dim) &&
      sums_of_row(first, second, q, k, b, v, m, keys, head_dim) ==>
      !chunks_give(u, t, mapping.division, mapping.epsilon, finish, s, q, k, a, b, v, m, keys, head_dim, rescalings,
                   number);
*/
int plumb_chunks_excluded(const double *unit, const double *tiny, plumb_linear_sums first, plumb_product_sums second,
                          size_t keys, size_t head_dim, size_t rescalings, plumb_ball scale, plumb_mapping mapping,
                          plumb_finish finish, double number);
#endif
