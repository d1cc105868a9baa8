/* element_sums.h - sums over the elements of a query and a key, which measure how far their score is off
   (spec/budget.md, section 3). */
#ifndef PLUMB_BUDGET_ELEMENT_SUMS_H
#define PLUMB_BUDGET_ELEMENT_SUMS_H
#include "number/ball.h"
#include "spec/budget/score.h"

/* Of |query_c key_c|, of |query_c| and of |key_c|. */
typedef struct {
    plumb_ball magnitude, query, key;
} plumb_element_sums;

/*@ requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. head_dim - 1));
    assigns \nothing;
    ensures sums: \forall seq q, k; values(query, q, head_dim) && values(key, k, head_dim) ==>
      in_ball(\result.magnitude, magnitude_of(q, k, head_dim)) &&
      in_ball(\result.query, absolute_total(q, head_dim)) && in_ball(\result.key, absolute_total(k, head_dim));
*/
plumb_element_sums plumb_sum_elements(const double *query, const double *key, size_t head_dim);
#endif
