/* total.h - the sum of balls, in eight strides that do not wait for one another and are then added.

   What an addition rounds off is at most 2^-53 of its result, and nothing where 0 is added (Higham, Accuracy
   and Stability of Numerical Algorithms, 2nd ed., 4.3, the running error bound); the radius is the sum of
   these roundings and of the balls' radii: at most n / 8 + 9 roundings of each term, fewer where terms
   cancel. */
#ifndef PLUMB_NUMBER_TOTAL_H
#define PLUMB_NUMBER_TOTAL_H
#include "number/ball.h"
#include "spec/number/total.h"
#include <stddef.h>

/* The partial sums: the terms j, j + 8, j + 16, ... for each j < 8. */
#define PLUMB_STRIDES 8

/* The sum of term[j] over j < n; no information for n > 2^30.  A term that is exactly 0 changes no bit of it. */
/*@ requires reads: \valid_read(term + (0 .. n - 1));
    assigns \nothing;
    ensures encloses: \forall seq w; encloses(term, w, n) ==> in_ball(\result, total(w, n));
    ensures tight: \forall seq w, real t;
      n <= 0x10000000 && 0.0 <= t <= 0.0625 && accurate_terms(term, w, t, n) && total(w, n) != 0.0 ==>
      moderate(total(w, n)) && is_accurate(\result, 2.0 * t + (n + 80.0) * 0x1p-52, total(w, n));
*/
plumb_ball plumb_strided_total(const plumb_ball *term, size_t n);
#endif
