/* twofold.h - sums of products in twice the precision: a sum, and a tail of what its roundings lose.

   The ball of such a sum is about as wide as one rounding of its middle, where that of plumb_dot or
   plumb_weighted_sum has as many roundings as lie on the way of a product: it takes five times as long and
   is for elements that a plain ball leaves open.  How it is computed, and why the radius suffices:
   spec/number/twofold.h, proofs/number/twofold_math.v.
   Source: Ogita, Rump and Oishi, SIAM J. Sci. Comput. 26 (2005), algorithm Dot2, with a running error
   bound in place of their a-priori one. */
#ifndef PLUMB_NUMBER_TWOFOLD_H
#define PLUMB_NUMBER_TWOFOLD_H
#include "number/ball.h"
#include "number/index.h"
#include "spec/number/total.h"

/* sum_{k<n} a[k] b[k]; no information for n > 2^30. */
/*@ requires reads: \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
    assigns \nothing;
    ensures encloses: \forall seq x, y; values(a, x, n) && values(b, y, n) ==> in_ball(\result, dots(x, y, n));
*/
plumb_ball plumb_twofold_dot(const double *a, const double *b, size_t n);

/* sum over the visible j < n of term[j]; no information for n > 2^30.  Invisible terms are not read. */
/*@ requires reads: \valid_read(term + (0 .. n - 1)) && \valid_read(visible + (0 .. n - 1));
    assigns \nothing;
    ensures encloses: \forall seq w, subset m; encloses_visible(term, visible, w, m, n) ==>
      in_ball(\result, visible_total(w, m, n));
*/
plumb_ball plumb_twofold_total(const plumb_ball *term, const unsigned char *visible, size_t n);

/* sum over the visible j < n of weight[j] * value[j][column], width numbers a row; no information for
   n > 2^30.  Of invisible keys neither weight nor value is read. */
/*@ requires inside: 0 <= column < width && n * width <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(weight + (0 .. n - 1)) && \valid_read(visible + (0 .. n - 1)) &&
                    \valid_read(value + (0 .. n * width - 1));
    assigns \nothing;
    ensures encloses: \forall seq w, v, subset m;
      encloses_visible(weight, visible, w, m, n) && rows(value, v, m, n, width) ==>
      in_ball(\result, weighted(w, m, v, width, column, n));
*/
plumb_ball plumb_twofold_weighted(const plumb_ball *weight, const unsigned char *visible, const double *value, size_t n,
                                  size_t width, size_t column);
#endif
