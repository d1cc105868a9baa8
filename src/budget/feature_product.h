/* feature_product.h - the product of a matrix of features with a vector, element by element, as an engine computes it
   (spec/budget.md, section 9). */
#ifndef PLUMB_BUDGET_FEATURE_PRODUCT_H
#define PLUMB_BUDGET_FEATURE_PRODUCT_H
#include "budget/model.h"
#include "spec/budget/mlp_feature.h"

/* A ball around the product of a row [n] of a matrix with the elements that are numbers of these balls [n]. */
/*@ requires counts: n <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(row + (0 .. n - 1)) && \valid_read(element + (0 .. n - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, w, x, real y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && bears_products(u, n) && values(row, w, n) && encloses(element, x, n) &&
      feature_product_computed(u, t, w, x, n, y) ==> in_ball(\result, y);
*/
plumb_ball plumb_feature_product(const double *unit, const double *tiny, const double *row, const plumb_ball *element,
                                 size_t n);
#endif
