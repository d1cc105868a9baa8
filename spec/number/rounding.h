/* spec/number/rounding.h - IEEE 754 binary64, round to nearest, ties to even, as functions on reals.

   rounded(x) is the binary64 number nearest to x, with the exponent unbounded above: where a C
   operation overflows it has no finite result, and level 0 then promises nothing. */
#ifndef PLUMB_SPEC_NUMBER_ROUNDING_H
#define PLUMB_SPEC_NUMBER_ROUNDING_H
#include "spec/number/real.h"

/*@ axiomatic Rounding {
      logic real rounded(real x);
      logic real rounded_sum(real x, real y);        // rounded(x + y)
      logic real rounded_difference(real x, real y); // rounded(x - y)
      logic real rounded_product(real x, real y);    // rounded(x * y)
      logic real rounded_quotient(real x, real y);   // rounded(x / y)
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma rounding_error: \forall real x; \abs(rounded(x) - x) <= 0x1p-53 * \abs(x) + 0x1p-1074; */
/*@ lemma sum_is_rounded: \forall real x, y; rounded_sum(x, y) == rounded(x + y); */
/*@ lemma difference_is_rounded: \forall real x, y; rounded_difference(x, y) == rounded(x - y); */
/*@ lemma product_is_rounded: \forall real x, y; rounded_product(x, y) == rounded(x * y); */
/*@ lemma quotient_is_rounded: \forall real x, y; y != 0.0 ==> rounded_quotient(x, y) == rounded(x / y); */
#endif
#endif
