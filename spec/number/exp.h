/* spec/number/exp.h - the exponential, as the machine evaluates it and as it is.

   exp_rounded(x) spells the evaluation with every rounding; exp_is_accurate says how far it is
   from e^x.  Method: x = k ln 2 + r with an integer k, e^x = 2^k e^r, a polynomial for e^r on
   |r| <= 0.3466 (coefficients: minimax, found with Sollya's method; their quality is proved, so
   their origin does not matter). */
#ifndef PLUMB_SPEC_NUMBER_EXP_H
#define PLUMB_SPEC_NUMBER_EXP_H
#include "spec/number/exp_constants.h"
#include "spec/number/fused.h"
#include "spec/number/tight.h"

/* where |x| <= 708, e^x is a normal binary64 number */
/*@ predicate exp_domain(real x) = -708.0 <= x <= 708.0 && rounded(x) == x; */

/*@ axiomatic Exp {
      logic real exp_multiple(real x);   // k: x / ln 2 rounded to an integer
      logic real exp_reduced(real x);    // r: x - k ln 2, rounded
      logic real exp_polynomial(real r); // p: about e^r
      logic real exp_rounded(real x);    // p * 2^k, exactly
    } */

/*@ logic real exp_turns(real x) = rounded_product(x, PLUMB_ONE_BY_LN2); */
/*@ lemma exp_multiple_is: \forall real x;
      exp_multiple(x) == rounded_difference(rounded_sum(exp_turns(x), PLUMB_NO_FRACTION), PLUMB_NO_FRACTION); */
/*@ lemma exp_reduced_is: \forall real x;
      exp_reduced(x) == rounded_difference(
        rounded_difference(x, rounded_product(exp_multiple(x), PLUMB_LN2)),
        rounded_product(exp_multiple(x), PLUMB_LN2_REST)); */

/*@ logic real horner(real sum, real r, real coefficient) = rounded_fused(sum, r, coefficient); */
/*@ lemma exp_polynomial_is: \forall real r;
      exp_polynomial(r) == rounded_sum(1.0, rounded_fused(rounded_product(r, r),
        horner(horner(horner(horner(horner(horner(horner(horner(horner(horner(PLUMB_EXP_12, r, PLUMB_EXP_11),
          r, PLUMB_EXP_10), r, PLUMB_EXP_9), r, PLUMB_EXP_8), r, PLUMB_EXP_7), r, PLUMB_EXP_6), r, PLUMB_EXP_5),
          r, PLUMB_EXP_4), r, PLUMB_EXP_3), r, 0.5), r)); */

/* every intermediate is far from overflow, and k is an integer that an int holds */
/*@ lemma exp_turns_bounded: \forall real x; exp_domain(x) ==>
      \abs(exp_turns(x)) <= 0x1.fffffffffffffp1023 &&
      \abs(rounded_sum(exp_turns(x), PLUMB_NO_FRACTION)) <= 0x1.fffffffffffffp1023; */
/*@ lemma exp_multiple_bounded: \forall real x; exp_domain(x) ==> -1021.0 <= exp_multiple(x) <= 1021.0; */
/*@ lemma exp_multiple_integer: \forall real x; exp_domain(x) ==> \exists integer k; exp_multiple(x) == k; */

/* the places of a binary number below 2^11 */
/*@ predicate binary_place(integer n) = n == 1 || n == 2 || n == 4 || n == 8 || n == 16 || n == 32 || n == 64 ||
      n == 128 || n == 256 || n == 512 || n == 1024; */

/* scaling by 2^k one power at a time is exact as long as the result stays normal */
/*@ predicate significand(real p) = 0.6875 <= p <= 1.5 && rounded(p) == p; */
/*@ lemma exp_polynomial_significand: \forall real x; exp_domain(x) ==> significand(exp_polynomial(exp_reduced(x))); */
/*@ lemma scaling_exact: \forall real p, integer a, b;
      significand(p) && -1021 <= a <= 1021 && -1021 <= a + b <= 1021 ==>
      rounded_product(rmul(p, pow2(a)), pow2(b)) == rmul(p, pow2(a + b)); */
/*@ lemma scaling_start: \forall real p; rmul(p, pow2(0)) == p; */
/*@ lemma squaring_exact: \forall integer a; -512 <= a <= 511 ==> rounded_product(pow2(a), pow2(a)) == pow2(2 * a); */
/*@ lemma pow2_small: pow2(1) == 2.0 && pow2(-1) == 0.5; */

/*@ lemma exp_rounded_is: \forall real x, integer k; exp_domain(x) && exp_multiple(x) == k ==>
      rmul(exp_polynomial(exp_reduced(x)), pow2(k)) == exp_rounded(x); */

/*@ predicate exp_close(real y, real x) = y > 0.0 && \abs(y - rexp(x)) <= 0x1p-52 * rexp(x); */
/*@ lemma exp_is_accurate: \forall real x; exp_domain(x) ==> exp_close(exp_rounded(x), x); */

/* ---- e^x on balls ---- */
/* y is exp_rounded(a): |e^x - y| <= e^a (r + r^2 + 2^-52) for |x - a| <= r <= 1; the factors are widened for the three
   roundings and for e^a <= y (1 + 2^-51), and 2^-1000 is more than the last one loses among the subnormal numbers */
/*@ logic real exp_radius(real y, real r) =
      rounded_fused(y,
                    rounded_fused(r, rounded_fused(r, 0x1.0000000000004p0, 0x1.0000000000004p0), 0x1.0000000000004p-52),
                    0x1p-1000); */
/*@ lemma ball_exp_inside: \forall real x, a, r; exp_domain(a) && r <= 1.0 && near(x, a, r) ==>
      near(rexp(x), exp_rounded(a), exp_radius(exp_rounded(a), r)); */
/*@ lemma ball_exp_below: \forall real x, a, r; near(x, a, r) && rounded_sum(a, r) < -707.0 ==>
      near(rexp(x), 0.0, 0x1p-1019); */

/* ---- nothing overflows on the way, and the ball is tight ---- */
/*@ lemma horner_small: \forall real sum, r, coefficient;
      \abs(sum) <= 1.0 && \abs(r) <= 0.5 && \abs(coefficient) <= 0.5 ==> \abs(horner(sum, r, coefficient)) <= 1.0; */
/*@ lemma exp_last_small: \forall real sum, r; \abs(sum) <= 1.0 && \abs(r) <= 0.5 ==>
      \abs(rounded_product(r, r)) <= 0.5 && \abs(rounded_fused(rounded_product(r, r), sum, r)) <= 1.0 &&
      \abs(rounded_sum(1.0, rounded_fused(rounded_product(r, r), sum, r))) <= 2.0; */
/*@ lemma exp_reduced_small: \forall real x; exp_domain(x) ==>
      \abs(rounded_product(exp_multiple(x), PLUMB_LN2)) <= 1024.0 &&
      \abs(rounded_difference(x, rounded_product(exp_multiple(x), PLUMB_LN2))) <= 2048.0 &&
      \abs(rounded_product(exp_multiple(x), PLUMB_LN2_REST)) <= 1.0 && \abs(exp_reduced(x)) <= 0.5; */
/*@ lemma pow2_in_range: \forall integer n; -1021 <= n <= 1021 ==> \abs(pow2(n)) <= 0x1.fffffffffffffp1023; */
/*@ lemma significand_in_range: \forall real p, integer n; significand(p) && -1021 <= n <= 1021 ==>
      \abs(rmul(p, pow2(n))) <= 0x1.fffffffffffffp1023; */
/*@ lemma exp_tight: \forall real a, r; exp_domain(a) && \abs(a) <= 512.0 && 0.0 <= r <= 1.0 ==>
      \abs(rounded_fused(r, 0x1.0000000000004p0, 0x1.0000000000004p0)) <= 4.0 &&
      \abs(rounded_fused(r, rounded_fused(r, 0x1.0000000000004p0, 0x1.0000000000004p0), 0x1.0000000000004p-52)) <=
      4.0 && \abs(exp_radius(exp_rounded(a), r)) <= 0x1.fffffffffffffp1023 &&
      accurate(exp_rounded(a), exp_radius(exp_rounded(a), r), 3.0 * r + 0x1p-50, rexp(a)); */
/*@ lemma exp_top: \forall real a, r; \abs(a) <= 512.0 && 0.0 <= r <= 1.0 ==> -512.0 <= rounded_sum(a, r) <= 1024.0; */
/*@ lemma double_is_rounded: \forall double x; \is_finite(x) ==> rounded(x) == x; */
#endif
