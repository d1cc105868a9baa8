/* mlp_feature.c - see mlp_feature.h. */
#include "budget/mlp_feature.h"
#include "budget/feature_product.h"
#include "number/relu.h"

/* A matrix times the elements. */
/*@ requires counts: n <= PLUMB_MOST_ROUNDINGS && rows * n <= PLUMB_MOST_ELEMENTS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(weights + (0 .. rows * n - 1)) && \valid_read(element + (0 .. n - 1));
    requires writes: \valid(feature + (0 .. rows - 1));
    requires apart: \separated(feature + (0 .. rows - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(feature + (0 .. rows - 1), tiny + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(feature + (0 .. rows - 1), weights + (0 .. rows * n - 1)) &&
                    \separated(feature + (0 .. rows - 1), element + (0 .. n - 1));
    assigns feature[0 .. rows - 1];
    ensures encloses: \forall seq u, t, a, x, y;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && matrix(weights, a, rows, n) &&
           encloses(element, x, n)) && is_roundings(u, t) && bears_products(u, n) &&
      layer_computed(u, t, a, x, n, rows, y) ==> encloses(feature, y, rows);
*/
static void multiply(const double *unit, const double *tiny, const double *weights, const plumb_ball *element,
                     size_t n, size_t rows, plumb_ball *feature) {
    /*@ loop invariant index: 0 <= i <= rows;
        loop invariant done: \forall seq u, t, a, x, y;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && matrix(weights, a, rows, n) &&
              encloses(element, x, n), Pre) && is_roundings(u, t) && bears_products(u, n) &&
          layer_computed(u, t, a, x, n, rows, y) ==> encloses(feature, y, i);
        loop assigns i, feature[0 .. rows - 1];
        loop variant rows - i;
    */
    for (size_t i = 0; i < rows; i++) {
        const double *row = weights + plumb_row_offset(i, n, rows);
        /*@ assert row: \forall seq a; \at(matrix(weights, a, rows, n), Pre) ==>
              values(row, drop(a, place(i, n, 0)), n); */
        /*@ assert kept: \forall seq u, t, x;
              \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && encloses(element, x, n), Pre) ==>
              values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && encloses(element, x, n); */
        plumb_ball product = plumb_feature_product(unit, tiny, row, element, n);
        /*@ assert product: \forall seq u, t, a, x, y;
              \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && matrix(weights, a, rows, n) &&
                  encloses(element, x, n), Pre) && is_roundings(u, t) && bears_products(u, n) &&
              layer_computed(u, t, a, x, n, rows, y) ==> in_ball(product, el(y, i)); */
        feature[i] = product;
        //@ assert stored: feature[i] == product;
    }
}

/* max(0, x) of each element. */
/*@ requires writes: \valid(element + (0 .. n - 1));
    assigns element[0 .. n - 1];
    ensures encloses: \forall seq x, y; \old(encloses(element, x, n)) && is_rectified(y, x, n) ==>
      encloses(element, y, n);
*/
static void rectify(plumb_ball *element, size_t n) {
    /*@ loop invariant index: 0 <= i <= n;
        loop invariant done: \forall seq x, y; \at(encloses(element, x, n), Pre) && is_rectified(y, x, n) ==>
          encloses(element, y, i);
        loop invariant ahead: \forall integer k; i <= k < n ==> element[k] == \at(element[k], Pre);
        loop assigns i, element[0 .. n - 1];
        loop variant n - i;
    */
    for (size_t i = 0; i < n; i++)
        element[i] = plumb_ball_relu(element[i]);
}

void plumb_mlp_features_computed(const double *unit, const double *tiny, const double *inner, const double *outer,
                                 const plumb_ball *element, size_t n, size_t hidden, size_t features, plumb_ball *work,
                                 plumb_ball *feature) {
    multiply(unit, tiny, inner, element, n, hidden, work);
    rectify(work, hidden);
    /*@ assert model: \forall seq u, t, b; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          matrix(outer, b, features, hidden), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && matrix(outer, b, features, hidden); */
    multiply(unit, tiny, outer, work, hidden, features, feature);
}
