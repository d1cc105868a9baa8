/* spec/number/upward.h - bounds that only ever err on the safe side, by rounding to nearest and
   widening: 2^-50 covers the two roundings, 2^-1000 keeps a bound clear of the subnormal range. */
#ifndef PLUMB_SPEC_NUMBER_UPWARD_H
#define PLUMB_SPEC_NUMBER_UPWARD_H
#include "spec/number/rounding.h"

/*@ logic real upward(real x) = rounded_sum(rounded_product(x, 0x1.0000000000004p0), 0x1p-1000); */
/*@ logic real downward(real x) = rounded_difference(rounded_product(x, 0x1.ffffffffffff8p-1), 0x1p-1000); */
/*@ logic real sum_up(real x, real y) = upward(rounded_sum(x, y)); */
/*@ logic real product_up(real x, real y) = upward(rounded_product(x, y)); */
/*@ logic real quotient_up(real x, real y) = upward(rounded_quotient(x, y)); */
/*@ logic real difference_down(real x, real y) = downward(rounded_difference(x, y)); */

/* radius of one rounding to nearest, from the rounded number m */
/*@ logic real rounding_radius(real m) = product_up(\abs(m), 0x1p-53); */

/* At most 2^1000 in size: neither such a number nor a bound made of it overflows. */
/*@ axiomatic Range { predicate ranged(real x); } */

#ifdef PLUMB_LEMMAS_RANGE
/*@ lemma ranged_finite: \forall real x; ranged(x) ==> \abs(x) <= 0x1.fffffffffffffp1023; */
/*@ lemma ranged_upward: \forall real x; ranged(x) ==>
      \abs(rounded_product(x, 0x1.0000000000004p0)) <= 0x1.fffffffffffffp1023 &&
      \abs(upward(x)) <= 0x1.fffffffffffffp1023; */
/*@ lemma ranged_downward: \forall real x; ranged(x) ==>
      \abs(rounded_product(x, 0x1.ffffffffffff8p-1)) <= 0x1.fffffffffffffp1023 &&
      \abs(downward(x)) <= 0x1.fffffffffffffp1023; */
#endif

#ifdef PLUMB_DEFINITIONS
/*@ lemma ranged_is: \forall real x; ranged(x) <==> \abs(x) <= 0x1p1000; */
/*@ lemma upward_bounds: \forall real x; x >= 0.0 ==> upward(rounded(x)) >= x; */
/*@ lemma sum_up_bounds: \forall real x, y; x >= 0.0 && y >= 0.0 ==> sum_up(x, y) >= x + y; */
/*@ lemma product_up_bounds: \forall real x, y; x >= 0.0 && y >= 0.0 ==> product_up(x, y) >= x * y; */
/*@ lemma quotient_up_bounds: \forall real x, y; x >= 0.0 && y > 0.0 ==> quotient_up(x, y) >= x / y; */
/*@ lemma difference_down_bounds: \forall real x, y; x >= 0.0 && y >= 0.0 && difference_down(x, y) > 0.0
      ==> difference_down(x, y) <= x - y; */
/*@ lemma rounding_radius_bounds: \forall real x; \abs(rounded(x) - x) <= rounding_radius(rounded(x)); */
#endif
#endif
