/* sum.h - sums of products in the canonical order: every product fused into a sum with one
   rounding, in index order within blocks, the blocks' sums added in order.

   A dot product has blocks of 16 terms and a radius from the norms of its vectors (the
   Cauchy-Schwarz inequality), one of balls from those of the middles and of the radii: the exact
   product lies within |a| |s| + |r| |b| + |r| |s| of that of the middles a and b, where r and s are
   the radii; a weighted sum has blocks of 64 keys and a radius from groups of 8,
   of each the summed parts of the weights times the largest value.  With d roundings at most on the
   way of a product, (1 + 2^-53)^d - 1 bounds their effect relative to the sum of the products'
   absolute values (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 3.1, 4.2). */
#ifndef PLUMB_NUMBER_SUM_H
#define PLUMB_NUMBER_SUM_H
#include "number/ball.h"
#include "number/fused.h"
#include "number/index.h"
#include "spec/number/sum.h"

#define PLUMB_DOT_BLOCK 16
#define PLUMB_WEIGHT_GROUP 8
#define PLUMB_WEIGHT_BLOCK 64

/* From where the share of a group starts: more than roundings of subnormal numbers leave out. */
#define PLUMB_LEAST_SHARE 0x1p-1000

/* The most roundings on the way of one product. */
/*@ assigns \nothing;
    ensures value: \result == dot_depth(n);
*/
static inline size_t plumb_dot_depth(size_t n) {
    return (n < PLUMB_DOT_BLOCK ? n : PLUMB_DOT_BLOCK) + n / PLUMB_DOT_BLOCK + 1;
}

/*@ assigns \nothing;
    ensures value: \result == weight_depth(n);
*/
static inline size_t plumb_weight_depth(size_t n) {
    return (n < PLUMB_WEIGHT_BLOCK ? n : PLUMB_WEIGHT_BLOCK) + n / PLUMB_WEIGHT_BLOCK + 1;
}

/* A little more than depth 2^-53: what so many roundings can add to a product, relative to it. */
/*@ assigns \nothing;
    ensures value: depth <= 0x20000000000000 && \is_finite(\result) ==> \result == roundings_up(depth);
    ensures finite: depth <= 0x20000000000000 && ranged(roundings_up(depth)) ==> \is_finite(\result);
*/
static inline double plumb_roundings_up(size_t depth) {
    return plumb_multiply(plumb_of_size(depth), 0x1.0001p-53);
}

/* What a weight adds to the radius for a value of size 1: its own radius, and gamma of its size. */
/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(weight.mid) && \is_finite(weight.rad) && \is_finite(gamma) &&
      \result == weight_coefficient(weight.mid, weight.rad, gamma);
    ensures finite: \is_finite(weight.mid) && \is_finite(weight.rad) && \is_finite(gamma) &&
      ranged(weight_coefficient(weight.mid, weight.rad, gamma)) ==> \is_finite(\result);
*/
static inline double plumb_weight_coefficient(plumb_ball weight, double gamma) {
    return plumb_fused(gamma, plumb_absolute(weight.mid), weight.rad);
}

/* The middle of plumb_dot: sum_{k<n} a[k] b[k] as computed. */
/*@ requires reads: \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
    assigns \nothing;
    ensures sum: \is_finite(\result) ==> \forall seq x, y; values(a, x, n) && values(b, y, n) ==>
      \exists real part; dotted(n, n, dots(x, y, n), dots(x, x, n), dots(y, y, n), \result, part);
    ensures tight: \forall seq x, y, real p, q;
      n <= 0x10000000 && modest(p) && modest(q) && values(a, x, n) && values(b, y, n) && bounded(x, p, n) &&
      bounded(y, q, n) ==>
      \is_finite(\result) && gathered(n, rmul(p, q), \result, 0.0);
*/
double plumb_dot_middle(const double *a, const double *b, size_t n);

/* sum_{k<n} a[k] b[k]; no information for n > 2^30.  Of numbers of at most p and q in size, between 2^-250 and 2^250,
   and n <= 2^28 the radius is at most (n / 16 + 17) 2^-51 n p n q. */
/*@ requires reads: \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
    assigns \nothing;
    ensures encloses: \forall seq x, y; values(a, x, n) && values(b, y, n) ==> in_ball(\result, dots(x, y, n));
    ensures tight: \forall seq x, y, real p, q;
      0 < n <= 0x10000000 && modest(p) && modest(q) && values(a, x, n) && values(b, y, n) && bounded(x, p, n) &&
      bounded(y, q, n) ==>
      is_tight(\result, dot_accuracy(n), dot_size(n, p, q));
*/
plumb_ball plumb_dot(const double *a, const double *b, size_t n);

/* A vector of balls, of middles a and radii r, as the radius of a product with it sees it: the norm of the other
   vector's middles counts of_middles = roundings |a| + |r| times, that of its radii of_radii = |a| + |r| times. */
typedef struct {
    double of_middles, of_radii;
} plumb_reach;

/* No information for n > 2^30: neither is finite. */
/*@ requires reads: \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures value: \is_finite(\result.of_middles) && \is_finite(\result.of_radii) ==> inform(a, n) &&
      \exists real p, u; norms_within(a, n, p, u) &&
      \result.of_middles == middle_reach(n, p, u) && \result.of_radii == radius_reach(p, u);
*/
plumb_reach plumb_ball_reach(const plumb_ball *a, size_t n);

/* sum_{k<n} a[k] b[k] of balls; no information for n > 2^30. */
/*@ requires reads: \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
    assigns \nothing;
    ensures encloses: \forall seq x, y; encloses(a, x, n) && encloses(b, y, n) ==> in_ball(\result, dots(x, y, n));
*/
plumb_ball plumb_ball_dot(const plumb_ball *a, const plumb_ball *b, size_t n);

/* sum over the visible j < n of weight[j] * value[j][column], width numbers a row; no information for n > 2^30.
   Of n <= 2^28 weights, each known to t <= 1 of its size, and values of at most q, between 2^-250 and 2^250, the radius
   is at most 2 t + (n / 64 + 65) 2^-51 of the total of the visible sizes times q, where this total and its product
   with q lie between 2^-800 and 2^800. */
/*@ requires inside: 0 <= column < width && n * width <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(weight + (0 .. n - 1)) && \valid_read(visible + (0 .. n - 1)) &&
                    \valid_read(value + (0 .. n * width - 1));
    assigns \nothing;
    ensures encloses: \forall seq w, v, subset m;
      encloses_visible(weight, visible, w, m, n) && rows(value, v, m, n, width) ==>
      in_ball(\result, weighted(w, m, v, width, column, n));
    ensures tight: \forall seq w, subset m, real t, q; n <= 0x10000000 && 0.0 <= t <= 1.0 && modest(q) &&
      shows(visible, m, n) && tight_among(weight, w, m, t, n) && bounded_column(value, m, n, width, column, q) &&
      moderate(visible_total(w, m, n)) && moderate(rmul(visible_total(w, m, n), q)) ==>
      is_tight(\result, weighted_accuracy(t, n), rmul(visible_total(w, m, n), q));
*/
plumb_ball plumb_weighted_sum(const plumb_ball *weight, const unsigned char *visible,
                              const double *value, size_t n, size_t width, size_t column);
#endif
