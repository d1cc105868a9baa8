/* spec/number/tanh.h - the hyperbolic tangent (e^x - e^-x) / (e^x + e^-x).

   Near 0 the quotient of exponentials cancels.  There tanh(x) is close to the fifth convergent of
   Lambert's continued fraction, x / (1 + x^2 / (3 + x^2 / (5 + x^2 / (7 + x^2 / 9)))). */
#ifndef PLUMB_SPEC_NUMBER_TANH_H
#define PLUMB_SPEC_NUMBER_TANH_H
#include "spec/number/upward.h"

/*@ axiomatic Tanh { logic real rtanh(real x); } */

/*@ logic real tanh_numerator(real x, real square) = rmul(x, 945.0 + rmul(square, 105.0 + square)); */
/*@ logic real tanh_denominator(real square) = 945.0 + rmul(square, 420.0 + rmul(square, 15.0)); */
/*@ logic real tanh_convergent(real x) = rdiv(tanh_numerator(x, rmul(x, x)), tanh_denominator(rmul(x, x))); */

#ifdef PLUMB_DEFINITIONS
/*@ lemma rtanh_is: \forall real x; rtanh(x) == (\exp(x) - \exp(-x)) / (\exp(x) + \exp(-x)); */
/*@ lemma rtanh_between: \forall real x; -1.0 < rtanh(x) < 1.0; */
#endif

/*@ lemma rtanh_odd: \forall real x; -rtanh(-x) == rtanh(x); */
/*@ lemma rtanh_quotient: \forall real x;
      rtanh(x) == rdiv(1.0 - rexp(rmul(x, -2.0)), 1.0 + rexp(rmul(x, -2.0))); */
/*@ lemma rtanh_small: \forall real x; -0.125 <= x <= 0.125 ==>
      near(rtanh(x) - tanh_convergent(x), 0.0, rounding_radius(x)); */
/*@ lemma rtanh_moves: \forall real x, a, r; near(x, a, r) ==> near(rtanh(x) - rtanh(a), 0.0, r); */
/*@ lemma rtanh_bounded: \forall real x; near(rtanh(x), 0.0, 1.0); */
#endif
