/* norm.h - an upper bound of the Euclidean norm, for radii: the root of the sum of squares, by a
   few steps of Newton's iteration from the sum of absolute values, which is a bound itself. */
#ifndef PLUMB_NUMBER_NORM_H
#define PLUMB_NUMBER_NORM_H
#include "spec/number/norm.h"
#include <stddef.h>

/* No sum of more terms is certified: up to here a factor of 1 + 2^-16 covers the roundings of a sum
   of numbers that are not negative. */
#define PLUMB_MOST_TERMS 0x40000000

/* Not below the norm of a; not finite, which is no bound, for n > 2^30. */
/*@ requires reads: \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures above: \is_finite(\result) ==>
      \forall seq x; values(a, x, n) ==> \result >= 0.0 && dots(x, x, n) <= rmul(\result, \result);
    ensures tight: \forall seq x, real p; 0 < n <= 0x10000000 && modest(p) && values(a, x, n) && bounded(x, p, n) ==>
      \is_finite(\result) && norm_within(\result, n, p);
*/
double plumb_norm_up(const double *a, size_t n);

/* Likewise of the vector of the middles, and of that of the radii. */
/*@ requires reads: \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures above: \is_finite(\result) ==>
      \forall seq m; middles(a, m, n) ==> \result >= 0.0 && dots(m, m, n) <= rmul(\result, \result);
*/
double plumb_middles_norm_up(const plumb_ball *a, size_t n);

/*@ requires reads: \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures inform: \is_finite(\result) ==> inform(a, n);
    ensures above: \is_finite(\result) ==>
      \forall seq r; radii(a, r, n) ==> \result >= 0.0 && dots(r, r, n) <= rmul(\result, \result);
*/
double plumb_radii_norm_up(const plumb_ball *a, size_t n);
#endif
