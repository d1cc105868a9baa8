/* spec/number/real.h - real operations as the provers see them.

   Every symbol here is opaque to the SMT provers, which is what makes them fast: each proof sees
   only the lemmas it needs.  The meaning of each symbol is its definition in proofs/model/, on
   which every lemma is proved in Coq; nothing is an axiom.  Lemmas under PLUMB_DEFINITIONS tie a
   symbol to ordinary notation: they are proved once and shown to no SMT prover. */
#ifndef PLUMB_SPEC_NUMBER_REAL_H
#define PLUMB_SPEC_NUMBER_REAL_H

/*@ axiomatic Real {
      logic real rmul(real x, real y); // x * y
      logic real rdiv(real x, real y); // x / y
      logic real rexp(real x);         // e^x
      logic real rsqrt(real x);        // the non-negative square root
      logic real pow2(integer n);      // 2^n
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma rmul_is_product: \forall real x, y; rmul(x, y) == x * y; */
/*@ lemma rdiv_is_quotient: \forall real x, y; y != 0.0 ==> rdiv(x, y) * y == x; */
/*@ lemma rexp_is_exponential: \forall real x; rexp(x) == \exp(x); */
/*@ lemma rsqrt_is_root: \forall real x; x >= 0.0 ==> rsqrt(x) >= 0.0 && rsqrt(x) * rsqrt(x) == x; */
/*@ lemma pow2_zero: pow2(0) == 1.0; */
/*@ lemma pow2_next: \forall integer n; pow2(n + 1) == 2.0 * pow2(n); */
#endif

/* x lies within r of m */
/*@ predicate near(real x, real m, real r) = \abs(x - m) <= r; */
#endif
