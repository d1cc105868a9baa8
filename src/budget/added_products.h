/* added_products.h - balls around sums of weights times values, to which vectors may be added, as an engine computes
   them (spec/budget.md, section 20). */
#ifndef PLUMB_BUDGET_ADDED_PRODUCTS_H
#define PLUMB_BUDGET_ADDED_PRODUCTS_H
#include "budget/products.h"
#include "budget/row_values.h"
#include "spec/budget/added_products.h"

/* The sums of the values and those of the added vectors; the latter have no meaning if `adds` is 0. */
typedef struct {
    plumb_product_sums values, vectors;
    int adds;
} plumb_weighed_sums;

/*@ predicate weighed_sums_of(plumb_weighed_sums sums, seq p, seq v, seq a, subset m, integer n) =
      sums_of(sums.values, p, v, m, n) && (sums.adds != 0 ==> sums_of(sums.vectors, p, a, m, n)); */

/* Computes these sums; weight, visible [keys]. */
/*@ requires reads: \valid_read(weight + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1)) &&
                    reads_values(row, keys);
    requires inside: values_inside(row, keys);
    assigns \nothing;
    ensures count: \result.values.count <= keys && \result.adds == row.adds;
    ensures sums: \forall seq p, v, a, subset m; shows(visible, m, keys) && encloses_among(weight, p, m, keys) &&
      given_values(row, v, a, m, keys) ==> weighed_sums_of(\result, p, v, a, m, keys);
*/
plumb_weighed_sums plumb_total_weighed(const plumb_ball *weight, const unsigned char *visible, plumb_row_values row,
                                       size_t keys);

/* A ball around the quotient as computed, times the divisor. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: sums.values.count <= PLUMB_MOST_ROUNDINGS / 2 && 4 <= steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, p, v, a, subset m, integer n, real d, z;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) && bears_sum(u, steps) &&
      0 <= n && weighed_sums_of(sums, p, v, a, m, n) && in_ball(divisor, d) &&
      weighed_quotients(u, t, sums.adds, p, v, a, m, n, steps, d, z) ==> in_ball(\result, rmul(z, d));
*/
plumb_ball plumb_computed_weighed(const double *unit, const double *tiny, size_t steps, plumb_weighed_sums sums,
                                  plumb_ball divisor);
#endif
