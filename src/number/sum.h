/* sum.h - sums of products in the canonical order: sequential, multiply then add, no fusing.

   Each also sums the absolute values of the products (the magnitude), and the radius is
   (n + 1) 2^-53 times it and a little more: the bound that holds for every order of summation
   (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 3.1 and 4.2). */
#ifndef PLUMB_NUMBER_SUM_H
#define PLUMB_NUMBER_SUM_H
#include "number/ball.h"
#include "number/index.h"

/* sum_{k<n} a[k] b[k]; no information for n > 2^30. */
/*@ requires reads: \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
    assigns \nothing;
    ensures encloses: \forall seq x, y; values(a, x, n) && values(b, y, n) ==> in_ball(\result, dots(x, y, n));
*/
plumb_ball plumb_dot(const double *a, const double *b, size_t n);

/* sum over the visible j < n of weight[j] * value[j][column], width numbers a row; no information for n > 2^30. */
/*@ requires inside: 0 <= column < width && n * width <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(weight + (0 .. n - 1)) && \valid_read(visible + (0 .. n - 1)) &&
                    \valid_read(value + (0 .. n * width - 1));
    assigns \nothing;
    ensures encloses: \forall seq w, v, subset m;
      shows(visible, m, n) && encloses_among(weight, w, m, n) && rows(value, v, m, n, width) ==>
      in_ball(\result, weighted(w, m, v, width, column, n));
*/
plumb_ball plumb_weighted_sum(const plumb_ball *weight, const unsigned char *visible,
                              const double *value, size_t n, size_t width, size_t column);
#endif
