/* total.h - the sum of balls, in eight strides that do not wait for one another and are then added.

   At most n / 8 + 9 roundings lie on the way of a term, and together they change it by little more
   than as many times 2^-53 of itself, whatever the order (Higham, Accuracy and Stability of Numerical
   Algorithms, 2nd ed., 4.2); the radius is the sum of these changes and of the balls' radii. */
#ifndef PLUMB_NUMBER_TOTAL_H
#define PLUMB_NUMBER_TOTAL_H
#include "number/ball.h"
#include "spec/number/total.h"
#include <stddef.h>

/* The partial sums: the terms j, j + 8, j + 16, ... for each j < 8. */
#define PLUMB_STRIDES 8

/* The sum over the visible j < n of term[j]; no information for n > 2^30.  Invisible terms are not read. */
/*@ requires reads: \valid_read(term + (0 .. n - 1)) && \valid_read(visible + (0 .. n - 1));
    assigns \nothing;
    ensures encloses: \forall seq w, subset m; shows(visible, m, n) && encloses_among(term, w, m, n) ==>
      in_ball(\result, visible_total(w, m, n));
*/
plumb_ball plumb_strided_total(const plumb_ball *term, const unsigned char *visible, size_t n);
#endif
