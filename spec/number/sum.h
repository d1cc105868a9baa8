/* spec/number/sum.h - sums of products: how far a computed one is from the exact one. */
#ifndef PLUMB_SPEC_NUMBER_SUM_H
#define PLUMB_SPEC_NUMBER_SUM_H
#include "spec/number/upward.h"

/* summed(depth, operations, exact, size, computed): `computed` is a floating-point evaluation of a
   sum of products `exact`, in any order and association, by at most `operations` roundings, of
   which at most `depth` lie on the way of any one product (its own included); `size` is the sum of
   the products' absolute values.  With u = 2^-53 and h = 2^-1074:
       |computed - exact| <= ((1 + u)^depth - 1) size + operations h (1 + u)^depth,  |exact| <= size. */
/*@ axiomatic Sum { predicate summed(integer depth, integer operations, real exact, real size, real computed); } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma summed_nothing: summed(0, 0, 0.0, 0.0, 0.0); */
/*@ lemma summed_product: \forall real x, y; summed(1, 1, x * y, \abs(x * y), rounded_product(x, y)); */
/*@ lemma summed_absolute: \forall real x, y; summed(1, 1, \abs(x * y), \abs(x * y), \abs(rounded_product(x, y))); */
/* two partial sums, however each was made, joined by one addition: holds for every order */
/*@ lemma summed_join: \forall integer d, e, m, n, real x, y, a, b, s, t;
      summed(d, m, x, a, s) && summed(e, n, y, b, t) ==>
      summed(\max(d, e) + 1, m + n + 1, x + y, a + b, rounded_sum(s, t)); */
/*@ lemma summed_deeper: \forall integer d, e, m, n, real x, a, s;
      d <= e && m <= n && summed(d, m, x, a, s) ==> summed(e, n, x, a, s); */
#endif

/* a little more than (n + 1) 2^-53, for the n products and n additions of a sequential sum */
/*@ logic real roundings_up(integer n) = rounded_product((real)(n + 1), 0x1.0001p-53); */
/* the radius of a sequential sum of n products, from its computed magnitude alone */
/*@ logic real magnitude_radius(integer n, real magnitude) = product_up(roundings_up(n), magnitude); */

#ifdef PLUMB_DEFINITIONS
/*@ lemma magnitude_radius_suffices: \forall integer n, real exact, size, computed, magnitude;
      0 <= n <= 0x40000000 && magnitude >= 0.0 &&
      summed(n + 1, 2 * n, exact, size, computed) && summed(n + 1, 2 * n, size, size, magnitude) ==>
      near(exact, computed, magnitude_radius(n, magnitude)); */
#endif

#ifdef PLUMB_LEMMAS_SUM
/* The invariants of the two loops.  accumulated: `sum` and `magnitude` are the sequential sums of
   n products and of their absolute values, `exact` is the exact sum.
   blended: the same where the first factors are only known to lie in balls; `spread` is the
   sequential sum of radius times |second factor|. */
/*@ axiomatic Accumulated {
      predicate accumulated(real exact, integer n, real sum, real magnitude);
      predicate blended(real exact, integer n, real sum, real magnitude, real spread);
    } */
/*@ predicate adds(real x, real y, real sum, real magnitude, real new_sum, real new_magnitude) =
      new_sum == rounded_sum(sum, rounded_product(x, y)) &&
      new_magnitude == rounded_sum(magnitude, \abs(rounded_product(x, y))); */
/*@ predicate spreads(real r, real y, real spread, real new_spread) =
      new_spread == rounded_sum(spread, rounded_product(r, \abs(y))); */

/*@ lemma accumulated_none: accumulated(0.0, 0, 0.0, 0.0); */
/*@ lemma accumulated_next: \forall integer n, real exact, x, y, s, a, s1, a1;
      accumulated(exact, n, s, a) && adds(x, y, s, a, s1, a1) ==> accumulated(exact + rmul(x, y), n + 1, s1, a1); */
/*@ lemma accumulated_near: \forall integer n, real exact, s, a; 0 <= n <= 0x40000000 && accumulated(exact, n, s, a) ==>
      near(exact, s, magnitude_radius(n, a)); */

/*@ logic real blended_radius(integer n, real magnitude, real spread) =
      sum_up(magnitude_radius(n, magnitude), product_up(spread, 0x1.0001p0)); */
/*@ lemma blended_none: blended(0.0, 0, 0.0, 0.0, 0.0); */
/*@ lemma blended_next: \forall integer n, real exact, x, m, r, y, s, a, e, s1, a1, e1;
      blended(exact, n, s, a, e) && near(x, m, r) && adds(m, y, s, a, s1, a1) && spreads(r, y, e, e1) ==>
      blended(exact + rmul(x, y), n + 1, s1, a1, e1); */
/*@ lemma blended_near: \forall integer n, real exact, s, a, e; 0 <= n <= 0x40000000 && blended(exact, n, s, a, e) ==>
      near(exact, s, blended_radius(n, a, e)); */
#endif
#endif
