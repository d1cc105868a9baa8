/* spec/number/tight.h - how wide a ball is at most, relative to the size of what it stands for.

   A ball that claims nothing satisfies every contract about what it contains.  These predicates say the other half: the
   ball is finite and its radius a small part t of a size.  moderate: a size that neither underflows nor overflows on
   the way.  Definitions: proofs/model/tight.v. */
#ifndef PLUMB_SPEC_NUMBER_TIGHT_H
#define PLUMB_SPEC_NUMBER_TIGHT_H
#include "spec/number/upward.h"

/*@ axiomatic Tight {
      predicate moderate(real size);                                // 2^-800 <= size <= 2^800
      predicate modest(real size);                                  // 2^-250 <= size <= 2^250: products and sums
                                                                    // are moderate
      predicate modest_or_none(real size);                          // so, or 0
      predicate tight(real mid, real rad, real t, real size);       // |mid| <= (1 + t) size, 0 <= rad <= t size
      predicate accurate(real mid, real rad, real t, real size);    // |mid - size| <= t size, 0 <= rad <= t size
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma moderate_is: \forall real x; moderate(x) <==> 0x1p-800 <= x <= 0x1p800; */
/*@ lemma modest_is: \forall real x; modest(x) <==> 0x1p-250 <= x <= 0x1p250; */
/*@ lemma modest_or_none_is: \forall real x; modest_or_none(x) <==> x == 0.0 || modest(x); */
/*@ lemma tight_is: \forall real mid, rad, t, size;
      tight(mid, rad, t, size) <==> \abs(mid) <= (1.0 + t) * size && 0.0 <= rad <= t * size; */
/*@ lemma accurate_is: \forall real mid, rad, t, size;
      accurate(mid, rad, t, size) <==> \abs(mid - size) <= t * size && 0.0 <= rad <= t * size; */
#endif

#ifdef PLUMB_LEMMAS_TIGHT
/*@ lemma moderate_one: moderate(1.0); */
/*@ lemma moderate_positive: \forall real x; moderate(x) ==> x > 0.0; */
/*@ lemma modest_moderate: \forall real x; modest(x) ==> moderate(x); */
/*@ lemma modest_some: \forall real x; modest(x) ==> modest_or_none(x); */
/*@ lemma modest_none: modest_or_none(0.0); */
/*@ lemma accurate_nothing: \forall real t; accurate(0.0, 0.0, t, 0.0); */
/*@ lemma tight_exact: \forall real x; x >= 0.0 ==> tight(x, 0.0, 0.0, x); */
/*@ lemma accurate_tight: \forall real mid, rad, t, size; accurate(mid, rad, t, size) && size >= 0.0 ==>
      tight(mid, rad, t, size); */
/*@ lemma tight_wider: \forall real mid, rad, s, t, size;
      tight(mid, rad, s, size) && s <= t && size >= 0.0 ==> tight(mid, rad, t, size); */
/*@ lemma accurate_wider: \forall real mid, rad, s, t, size; accurate(mid, rad, s, size) && s <= t && size >= 0.0 ==>
      accurate(mid, rad, t, size); */
#endif

#ifdef PLUMB_LEMMAS_TIGHT_BALL
/* The radius that ball.c gives a rounded middle, where the operands' radii move it by `moved`. */
/*@ logic real widened(real mid, real moved) = rounded_sum(moved, rounded_product(\abs(mid), 0x1p-53)); */
/*@ predicate widens_in_range(real mid, real moved) =
      ranged(mid) && ranged(moved) && ranged(rounded_product(\abs(mid), 0x1p-53)) && ranged(widened(mid, moved)); */
/*@ logic real moved_from_first(real r, real b) = rounded_product(r, \abs(b)); */
/*@ logic real moved_from_second(real a, real r, real q) = rounded_product(rounded_sum(\abs(a), r), q); */
/*@ logic real product_moved(real a, real r, real b, real q) =
      rounded_sum(moved_from_first(r, b), moved_from_second(a, r, q)); */
/*@ lemma product_tight: \forall real a, r, b, q, s, t, x, y;
      0.0 <= s <= 1.0 && 0.0 <= t <= 1.0 && moderate(x) && moderate(y) && moderate(rmul(x, y)) && tight(a, r, s, x) &&
      tight(b, q, t, y) ==>
      ranged(moved_from_first(r, b)) && ranged(rounded_sum(\abs(a), r)) && ranged(moved_from_second(a, r, q)) &&
      widens_in_range(rounded_product(a, b), product_moved(a, r, b, q)) &&
      tight(rounded_product(a, b), upward(widened(rounded_product(a, b), product_moved(a, r, b, q))),
            3.0 * (s + t) + 0x1p-49, rmul(x, y)); */
/*@ logic real quotient_ratio(real mid) = sum_up(\abs(mid), rounding_radius(mid)); */
/*@ logic real quotient_numerator(real r, real mid, real q) = sum_up(r, product_up(quotient_ratio(mid), q)); */
/*@ logic real quotient_radius(real r, real mid, real b, real q) =
      sum_up(quotient_up(quotient_numerator(r, mid, q), difference_down(\abs(b), q)), rounding_radius(mid)); */
/*@ lemma quotient_tight: \forall real a, r, b, q, s, t, x, y;
      0.0 <= s <= 1.0 && 0.0 <= t <= 0.125 && moderate(x) && moderate(y) && moderate(rdiv(x, y)) && tight(a, r, s, x) &&
      accurate(b, q, t, y) ==>
      b != 0.0 && ranged(rounded_difference(\abs(b), q)) && 0.0 < difference_down(\abs(b), q) &&
      ranged(rounded_quotient(a, b)) && ranged(rounded_product(\abs(rounded_quotient(a, b)), 0x1p-53)) &&
      ranged(rounded_sum(\abs(rounded_quotient(a, b)), rounding_radius(rounded_quotient(a, b)))) &&
      ranged(rounded_product(quotient_ratio(rounded_quotient(a, b)), q)) &&
      ranged(rounded_sum(r, product_up(quotient_ratio(rounded_quotient(a, b)), q))) &&
      ranged(rounded_quotient(quotient_numerator(r, rounded_quotient(a, b), q), difference_down(\abs(b), q))) &&
      ranged(rounded_sum(quotient_up(quotient_numerator(r, rounded_quotient(a, b), q), difference_down(\abs(b), q)),
                         rounding_radius(rounded_quotient(a, b)))) &&
      tight(rounded_quotient(a, b), quotient_radius(r, rounded_quotient(a, b), b, q), 4.0 * (s + t) + 0x1p-46,
            rdiv(x, y)); */
#endif
#endif
