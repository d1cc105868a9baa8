/* products.h - balls around sums of weights, alone and times values, as an engine computes them (spec/budget.md,
   section 12). */
#ifndef PLUMB_BUDGET_PRODUCTS_H
#define PLUMB_BUDGET_PRODUCTS_H
#include "budget/model.h"
#include "number/index.h"
#include "spec/budget/products.h"

/* Exact sums over the visible keys. */
typedef struct {
    plumb_ball products, product_sizes; /* of weights times values, and of their sizes */
    plumb_ball weights, weight_sizes;   /* of weights, and of their sizes */
    plumb_ball value_sizes;             /* of the sizes of values */
    size_t count;                       /* visible keys */
} plumb_product_sums;

/*@ predicate sums_of(plumb_product_sums sums, seq p, seq v, subset m, integer n) =
      in_ball(sums.products, products_of(p, v, m, n)) && in_ball(sums.product_sizes, product_sizes(p, v, m, n)) &&
      in_ball(sums.weights, visible_total(p, m, n)) &&
      in_ball(sums.weight_sizes, visible_total(absolutes(p), m, n)) &&
      in_ball(sums.value_sizes, visible_total(absolutes(v), m, n)) && sums.count == visible_count(m, n); */

/* Computes these sums.
   weight   [keys]: balls around the weights
   visible  [keys]: 0 for hidden keys
   value    [keys][width]: values, of which one column is read */
/*@ requires reads: \valid_read(weight + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1)) &&
                    \valid_read(value + (0 .. keys * width - 1));
    requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    assigns \nothing;
    ensures count: \result.count <= keys;
    ensures sums: \forall seq p, v, subset m; shows(visible, m, keys) && encloses_among(weight, p, m, keys) &&
      given_column(value, v, m, keys, width, column) ==> sums_of(\result, p, v, m, keys);
*/
plumb_product_sums plumb_total_products(const plumb_ball *weight, const unsigned char *visible, const double *value,
                                        size_t keys, size_t width, size_t column);

/* 1 if the bounds hold for `steps` roundings of each term. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires count: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==> bears_sum(u, steps);
*/
int plumb_sum_is_borne(const double *unit, size_t steps);

/* A ball around a bound of the error of the sum of weights, with at most `steps` roundings of each. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires count: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(sums.weight_sizes, p) ==> in_ball(\result, terms_off(u, t, steps, p));
*/
plumb_ball plumb_terms_off(const double *unit, const double *tiny, size_t steps, plumb_product_sums sums);

/* A ball around the sum of weights as computed. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires count: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, p, v, subset m, integer n, real s;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) && bears_sum(u, steps) &&
      sums_of(sums, p, v, m, n) && visible_terms(u, t, p, m, n, steps, s) ==> in_ball(\result, s);
*/
plumb_ball plumb_computed_terms(const double *unit, const double *tiny, size_t steps, plumb_product_sums sums);

/* A ball around a bound of the error of the sum of weights times values; `larger` is the divisor's size or 1, whichever
   is larger. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: sums.count <= PLUMB_MOST_ROUNDINGS && steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real l, s, p, v; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && in_ball(larger, l) && in_ball(sums.product_sizes, s) &&
      in_ball(sums.weight_sizes, p) && in_ball(sums.value_sizes, v) ==>
      in_ball(\result, products_off(u, t, sums.count, steps, l, s, p, v));
*/
plumb_ball plumb_products_off(const double *unit, const double *tiny, size_t steps, plumb_ball larger,
                              plumb_product_sums sums);

/* A ball around the quotient as computed, times the divisor. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: sums.count <= PLUMB_MOST_ROUNDINGS && 4 <= steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, p, v, subset m, integer n, real d, z;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) && bears_sum(u, steps) &&
      sums_of(sums, p, v, m, n) && in_ball(divisor, d) && visible_quotients(u, t, p, v, m, n, steps, d, z) ==>
      in_ball(\result, rmul(z, d));
*/
plumb_ball plumb_computed_products(const double *unit, const double *tiny, size_t steps, plumb_product_sums sums,
                                   plumb_ball divisor);
#endif
