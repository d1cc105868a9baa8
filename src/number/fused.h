/* fused.h - level 0: a product and a sum with one rounding, IEEE 754's fusedMultiplyAdd.

   A processor with the instruction gives it; elsewhere the C library computes the same number,
   correctly rounded (ISO C 2011, 7.12.13.1), so the bits are the same and only the time differs.
   The compiler forms none itself (-ffp-contract=off): all fused operations are here.
   This contract is assumed, not proved (proofs/assumed.txt); tests/number/test_fused.c tests it.
   Source: IEEE 754-2019, 5.4.1. */
#ifndef PLUMB_NUMBER_FUSED_H
#define PLUMB_NUMBER_FUSED_H
#include "spec/number/fused.h"

/* Declared here, as math.h has it: that file would bring Frama-C's own text of the C library into
   every proof. */
/*@ assigns \nothing; */
double fma(double a, double b, double c);

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==>
      \is_finite(a) && \is_finite(b) && \is_finite(c) && \result == rounded_fused(a, b, c);
    ensures finite:
      \is_finite(a) && \is_finite(b) && \is_finite(c) && \abs(rounded_fused(a, b, c)) <= 0x1.fffffffffffffp1023 ==>
      \is_finite(\result);
*/
static inline double plumb_fused(double a, double b, double c) {
    return fma(a, b, c);
}
#endif
