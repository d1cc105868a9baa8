/* ball_products.h - balls around sums of weights, and of these times values of which only balls are known
   (spec/budget.md, sections 12 and 24). */
#ifndef PLUMB_BUDGET_BALL_PRODUCTS_H
#define PLUMB_BUDGET_BALL_PRODUCTS_H
#include "budget/products.h"

/* As plumb_total_products; weight, visible, value [keys]. */
/*@ requires reads: \valid_read(weight + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1)) &&
                    \valid_read(value + (0 .. keys - 1));
    requires inside: keys <= PLUMB_MOST_ELEMENTS;
    assigns \nothing;
    ensures count: \result.count <= keys;
    ensures sums: \forall seq p, v, subset m; shows(visible, m, keys) && encloses_among(weight, p, m, keys) &&
      encloses_among(value, v, m, keys) ==> sums_of(\result, p, v, m, keys);
*/
plumb_product_sums plumb_total_ball_products(const plumb_ball *weight, const unsigned char *visible,
                                             const plumb_ball *value, size_t keys);
#endif
