/* relative.h - how far a score is off of a key to which the vector of its relative position is added (spec/budget.md,
   section 20). */
#ifndef PLUMB_BUDGET_RELATIVE_H
#define PLUMB_BUDGET_RELATIVE_H
#include "budget/relative_error.h"

/* by_key, by_relative: balls around the exact scores of the key and of its position's vector, `relative` [head_dim]. */
/*@ requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. head_dim - 1)) &&
                    \valid_read(relative + (0 .. head_dim - 1));
    requires counts: 0 <= head_dim <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures exact: \forall real p, r; in_ball(by_key, p) && in_ball(by_relative, r) ==> in_ball(\result.exact, p + r);
    ensures computed: \forall seq u, t, q, k, a, real s, y;
      is_relative_error(error, u, t, head_dim, s) && is_roundings(u, t) && bears_products(u, head_dim) &&
      values(query, q, head_dim) && values(key, k, head_dim) && values(relative, a, head_dim) &&
      in_ball(by_key, rmul(s, dots(q, k, head_dim))) && in_ball(by_relative, rmul(s, dots(q, a, head_dim))) &&
      relative_computed(u, t, s, q, k, a, head_dim, y) ==> computed_as(\result.exact, \result.off, y);
*/
plumb_computed plumb_relative_score(plumb_relative_error error, const double *query, const double *key,
                                    const double *relative, size_t head_dim, plumb_ball by_key,
                                    plumb_ball by_relative);
#endif
