/* spec/budget/turned_gradient.h - the gradient of a vector that an engine has rotated, turned back to that of the
   vector as given (spec/budget.md, section 24).

   Pair (a, b) of the vector went to (a c - b s, a s + b c).  Of the gradient (g, h) in these two a has g c + h s, and b
   has h c - g s: the pair is rotated by the angle the other way. */
#ifndef PLUMB_SPEC_BUDGET_TURNED_GRADIENT_H
#define PLUMB_SPEC_BUDGET_TURNED_GRADIENT_H
#include "spec/budget/gradient_sum.h"
#include "spec/budget/rotated.h"
#include "spec/gradient/rotation_gradient.h"

/* Which element of a pair it is, or none: that of a vector that is not rotated, but may be moved otherwise. */
#define PLUMB_TURNED_NOT 0
#define PLUMB_TURNED_FIRST 1
#define PLUMB_TURNED_SECOND 2

/* y is the gradient of that element, from g and h; delta, k, mu, c and s: as of element_rotated */
/*@ predicate turned_back(seq u, seq t, integer which, real delta, integer k, real mu, real c, real s, real g, real h,
                          real y) =
      which == PLUMB_TURNED_FIRST ? element_rotated(u, t, delta, k, mu, c, -s, g, h, y) :
      which == PLUMB_TURNED_SECOND ? element_rotated(u, t, delta, k, mu, c, s, h, g, y) : y == g; */
/* y comes of the sums of n weights x and what the vectors have in the two elements, v and w, as they are computed */
/*@ predicate turned_sum(seq u, seq t, integer place, real scale, seq x, seq v, seq w, integer n, integer steps,
                         integer r, integer which, real delta, integer k, real mu, real c, real s, real y) =
      \exists real g, h; gradient_summed(u, t, place, scale, x, v, n, steps, r, g) &&
        gradient_summed(u, t, place, scale, x, w, n, steps, r, h) &&
        turned_back(u, t, which, delta, k, mu, c, s, g, h, y); */
/* as a result, in its tensor */
/*@ predicate result_stored(seq u, seq t, real y, real z) =
      \exists real o; rounded_in(u, t, 7, y, o) && rounded_in(u, t, 8, o, z); */
/* z is this of the pairs in m, with the scale in some place, stored */
/*@ predicate turned_gradient_gives(seq u, seq t, real scale, seq x, seq v, seq w, subset m, integer n, integer r,
                                    integer which, real delta, integer k, real mu, real c, real s, real z) =
      \exists integer place, real y; 1 <= place < PLUMB_SCALE_PLACES &&
        turned_sum(u, t, place, scale, visible_of(m, n, x), visible_of(m, n, v), visible_of(m, n, w),
                   visible_count(m, n), product_steps(m, n, 0), r, which, delta, k, mu, c, s, y) &&
        result_stored(u, t, y, z); */

/* Exactly it is the gradient of spec/gradient/rotation_gradient.h. */
/*@ lemma first_turned_back_is: \forall seq g, c, s, integer layout, pairs, e, f, m, a, b;
      first_of_pair(layout, pairs, e, m, a, b) && second_of_pair(layout, pairs, f, m, a, b) ==>
      el(rotation_gradient(g, c, s, layout, pairs), a) ==
        rmul(el(g, e), el(c, m)) - rmul(el(g, f), -el(s, m)); */
#endif
