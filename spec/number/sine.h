/* spec/number/sine.h - sine and cosine of a small angle, as the machine evaluates them and as they are.

   sine_rounded(x) and cosine_rounded(x) spell the evaluation with every rounding: Taylor's series,
   each coefficient 1/n! rounded to nearest, by Horner's rule in the rounded square z of x.  Up to
   |x| = 0.8125, which is beyond an eighth of a turn, what the series leaves out is below 2^-57. */
#ifndef PLUMB_SPEC_NUMBER_SINE_H
#define PLUMB_SPEC_NUMBER_SINE_H
#include "spec/number/upward.h"

/*@ axiomatic Sine {
      logic real rsine(real x);         // sin x
      logic real rcosine(real x);       // cos x
      logic real sine_series(real z);   // about (sin x - x) / x^3 for z near x^2
      logic real cosine_series(real z); // about (cos x - 1) / x^2
    } */

/*@ logic real series_step(real sum, real z, real coefficient) = rounded_sum(rounded_product(sum, z), coefficient); */
/*@ lemma sine_series_is: \forall real z;
      sine_series(z) == series_step(series_step(series_step(series_step(series_step(series_step(series_step(
        0x1.952c77030ad4ap-49, z, -0x1.ae7f3e733b81fp-41), z, 0x1.6124613a86d09p-33),
        z, -0x1.ae64567f544e4p-26), z, 0x1.71de3a556c734p-19), z, -0x1.a01a01a01a01ap-13),
        z, 0x1.1111111111111p-7), z, -0x1.5555555555555p-3); */
/*@ lemma cosine_series_is: \forall real z;
      cosine_series(z) == series_step(series_step(series_step(series_step(series_step(series_step(series_step(
        0x1.ae7f3e733b81fp-45, z, -0x1.93974a8c07c9dp-37), z, 0x1.1eed8eff8d898p-29),
        z, -0x1.27e4fb7789f5cp-22), z, 0x1.a01a01a01a01ap-16), z, -0x1.6c16c16c16c17p-10),
        z, 0x1.5555555555555p-5), z, -0.5); */

/*@ logic real sine_rounded(real x) = rounded_sum(x, rounded_product(x,
      rounded_product(rounded_product(x, x), sine_series(rounded_product(x, x))))); */
/*@ logic real cosine_rounded(real x) = rounded_sum(1.0,
      rounded_product(rounded_product(x, x), cosine_series(rounded_product(x, x)))); */

/* |sin x - sine_rounded(a)| <= |x - a| + 2^-52 where the series is good, likewise the cosine */
/*@ predicate series_domain(real x) = -0.8125 <= x <= 0.8125; */
/*@ lemma sine_is_accurate: \forall real x, a, r; series_domain(a) && near(x, a, r) ==>
      near(rsine(x), sine_rounded(a), sum_up(r, 0x1p-52)); */
/*@ lemma cosine_is_accurate: \forall real x, a, r; series_domain(a) && near(x, a, r) ==>
      near(rcosine(x), cosine_rounded(a), sum_up(r, 0x1p-52)); */
/*@ lemma sine_bounded: \forall real x; near(rsine(x), 0.0, 1.0); */
/*@ lemma cosine_bounded: \forall real x; near(rcosine(x), 0.0, 1.0); */

#ifdef PLUMB_DEFINITIONS
/*@ lemma rsine_is: \forall real x; rsine(x) == \sin(x); */
/*@ lemma rcosine_is: \forall real x; rcosine(x) == \cos(x); */
#endif
#endif
