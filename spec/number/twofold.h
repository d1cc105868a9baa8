/* spec/number/twofold.h - sums of products kept in two numbers, and how far they are from the exact ones.

   What the addition of a product to the sum loses is found exactly (Knuth, The Art of Computer Programming 2, 4.2.2,
   theorem B), what the product loses almost so, and both go into the tail: Ogita, Rump and Oishi, "Accurate sum and
   dot product", SIAM J. Sci. Comput. 26 (2005), algorithm Dot2. */
#ifndef PLUMB_SPEC_NUMBER_TWOFOLD_H
#define PLUMB_SPEC_NUMBER_TWOFOLD_H
#include "spec/number/fused.h"
#include "spec/number/total.h"
#include "spec/number/upward.h"

/* what the product a b loses by its rounding, rounded */
/*@ logic real product_rest(real a, real b) = rounded_fused(a, b, -rounded_product(a, b)); */
/* what the rounded sum x + y has beyond x, and what it lacks: exactly x + y - rounded_sum(x, y) */
/*@ logic real sum_share(real x, real y) = rounded_difference(rounded_sum(x, y), x); */
/*@ logic real sum_rest(real x, real y) =
      rounded_sum(rounded_difference(x, rounded_difference(rounded_sum(x, y), sum_share(x, y))),
                  rounded_difference(y, sum_share(x, y))); */

/* sum, tail and spread after the product a b */
/*@ logic real twofold_sum(real a, real b, real sum) = rounded_sum(sum, rounded_product(a, b)); */
/*@ logic real twofold_rest(real a, real b, real sum) =
      rounded_sum(sum_rest(sum, rounded_product(a, b)), product_rest(a, b)); */
/*@ logic real twofold_tail(real a, real b, real sum, real tail) = rounded_sum(tail, twofold_rest(a, b, sum)); */
/*@ logic real twofold_spread(real a, real b, real sum, real tail, real spread) =
      rounded_sum(spread, rounded_sum(rounded_sum(\abs(product_rest(a, b)), \abs(twofold_rest(a, b, sum))),
                                      \abs(twofold_tail(a, b, sum, tail)))); */
/* the radius around rounded_sum(sum, tail) */
/*@ logic real twofold_radius(real sum, real tail, real spread, real moved) =
      sum_up(moved, sum_up(rounding_radius(rounded_sum(sum, tail)), product_up(spread, 0x1.0001p-53))); */

#ifdef PLUMB_LEMMAS_TWOFOLD
/* The invariant after n products: sum + tail is what was computed of `exact`, spread the computed sum of the numbers
   whose roundings separate them, moved a bound of what the radii of the factors do.  With u = 2^-53 and h = 2^-1074:
       |exact - (sum + tail)| <= moved + (1 + u)^(3n) (u spread + 4 n h),  and sum is a binary64 number. */
/*@ axiomatic Twofold {
      predicate twofold(integer n, real exact, real sum, real tail, real spread, real moved);
    } */
/*@ lemma twofold_none: twofold(0, 0.0, 0.0, 0.0, 0.0, 0.0); */
/*@ lemma twofold_next: \forall integer n, real exact, a, b, s, t, w, r; twofold(n, exact, s, t, w, r) ==>
      twofold(n + 1, exact + rmul(a, b), twofold_sum(a, b, s), twofold_tail(a, b, s, t), twofold_spread(a, b, s, t, w),
              r); */
/* the first factor in a ball */
/*@ lemma twofold_next_ball: \forall integer n, real exact, x, a, e, b, s, t, w, r;
      twofold(n, exact, s, t, w, r) && near(x, a, e) ==>
      twofold(n + 1, exact + rmul(x, b), twofold_sum(a, b, s), twofold_tail(a, b, s, t), twofold_spread(a, b, s, t, w),
              sum_up(r, product_up(e, \abs(b)))); */
/* a term in a ball */
/*@ lemma twofold_next_term: \forall integer n, real exact, x, a, e, s, t, w, r;
      twofold(n, exact, s, t, w, r) && near(x, a, e) ==>
      twofold(n + 1, exact + x, twofold_sum(a, 1.0, s), twofold_tail(a, 1.0, s, t), twofold_spread(a, 1.0, s, t, w),
              sum_up(r, e)); */
/*@ lemma twofold_skips: \forall integer n, real exact, s, t, w, r; twofold(n, exact, s, t, w, r) ==>
      twofold(n + 1, exact, s, t, w, r); */
/*@ lemma twofold_near: \forall integer n, real exact, s, t, w, r; n <= 0x40000000 && twofold(n, exact, s, t, w, r) ==>
      near(exact, rounded_sum(s, t), twofold_radius(s, t, w, r)); */

#include "spec/number/visible_total.h"
#endif
#endif
