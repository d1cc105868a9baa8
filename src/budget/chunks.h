/* chunks.h - is it certain that no engine of a precision model gives this number for a row of a linear operator, where
   it may sum some of the keys before the query comes in, as by chunks, or all of them?

   From sums over the row to the answer; what an engine may do is chunks_give. */
#ifndef PLUMB_BUDGET_CHUNKS_H
#define PLUMB_BUDGET_CHUNKS_H
#include "budget/linear_sums.h"
#include "spec/budget/chunks.h"

/* What is known of a row: of its keys as they are summed first, and by themselves. */
/*@ predicate sums_of_row(plumb_linear_sums first, plumb_product_sums second, seq q, seq k, seq c, seq v, subset m,
                          integer n, integer d) =
      linear_sums(first, q, k, v, m, n, d) && linear_counts(first, v, m, n) && sums_of(second, c, v, m, n); */

/* 0 says nothing.  first: of query and keys as an engine has them, whatever made these; second: of the weights of the
   keys by themselves; in so many blocks at most.  Scores are weights: no map is looked at. */
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
