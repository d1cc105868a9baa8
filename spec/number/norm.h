/* spec/number/norm.h - upper bounds of a Euclidean norm: from the computed sum of squares, from
   that of absolute values, and by Newton's iteration, whose every step stays above the root. */
#ifndef PLUMB_SPEC_NUMBER_NORM_H
#define PLUMB_SPEC_NUMBER_NORM_H
#include "spec/number/sequence.h"
#include "spec/number/upward.h"

/* What balls are made of, as sequences. */
/*@ predicate middles{L}(plumb_ball *b, seq m, integer n) =
      \forall integer j; 0 <= j < n ==> \is_finite(b[j].mid) && el(m, j) == b[j].mid; */
/*@ predicate radii{L}(plumb_ball *b, seq r, integer n) =
      \forall integer j; 0 <= j < n ==> \is_finite(b[j].rad) && el(r, j) == b[j].rad; */
/* Each of the balls claims something. */
/*@ predicate inform{L}(plumb_ball *b, integer n) = \forall integer j; 0 <= j < n ==> \is_finite(b[j].rad); */

/* Sums that stay in range.  gathered: `total` and `part` hold i terms of at most `size`, so that |total| + |part| is at
   most i sizes, and a few roundings more with each.  norm_within: |r| <= 1.001 n p, a bound of the norm of n numbers of
   at most p.  Definitions: proofs/model/tight.v. */
/*@ axiomatic Gathered {
      predicate gathered(integer i, real size, real total, real part);
      predicate norm_within(real r, integer n, real p);
    } */
/*@ predicate bounded(seq x, real p, integer n) = \forall integer k; 0 <= k < n ==> \abs(el(x, k)) <= p; */

#if defined PLUMB_LEMMAS_NORM || defined PLUMB_LEMMAS_SUM
/*@ lemma gathered_none: \forall real size; gathered(0, size, 0.0, 0.0); */
#endif

#ifdef PLUMB_LEMMAS_NORM
/* squared: `squares` is the computed sum of n squares whose exact sum is `exact`.
   covered: `absolutes` is the computed sum of the absolute values of n numbers whose squares sum to
   `exact`.  root_bound: 0 <= x <= r^2 and r > 0. */
/*@ axiomatic Norm {
      predicate squared(real exact, integer n, real squares);
      predicate covered(real exact, integer n, real absolutes);
      predicate root_bound(real x, real r);
    } */
/*@ lemma squared_none: squared(0.0, 0, 0.0); */
/*@ lemma squared_next: \forall integer n, real exact, x, s;
      squared(exact, n, s) ==> squared(exact + rmul(x, x), n + 1, rounded_sum(s, rounded_product(x, x))); */
/*@ lemma squared_above: \forall integer n, real exact, s; n <= 0x40000000 && squared(exact, n, s) ==>
      exact <= product_up(s, 0x1.0001p0); */
/*@ lemma covered_none: covered(0.0, 0, 0.0); */
/*@ lemma covered_next: \forall integer n, real exact, x, s;
      covered(exact, n, s) ==> covered(exact + rmul(x, x), n + 1, rounded_sum(s, \abs(x))); */
/*@ lemma covered_above: \forall integer n, real exact, s; n <= 0x40000000 && covered(exact, n, s) ==>
      root_bound(exact, product_up(s, 0x1.0001p0)); */
/*@ lemma root_bound_next: \forall real x, above, r; root_bound(x, r) && x <= above ==>
      root_bound(x, rounded_product(0.5, sum_up(r, quotient_up(above, r)))); */
/*@ lemma root_bound_is: \forall real x, r; root_bound(x, r) ==> r >= 0.0 && x <= rmul(r, r); */
/*@ lemma gathered_adds_in_range: \forall integer i, real p, s, x;
      0 <= i < 0x10000000 && modest(p) && gathered(i, p, s, 0.0) && 0.0 <= x <= p ==> ranged(rounded_sum(s, x)); */
/*@ lemma gathered_adds: \forall integer i, real p, s, x;
      0 <= i < 0x10000000 && modest(p) && gathered(i, p, s, 0.0) && 0.0 <= x <= p ==>
      gathered(i + 1, p, rounded_sum(s, x), 0.0); */
/*@ lemma gathered_norm: \forall integer n, real p, s; 0 < n <= 0x10000000 && modest(p) && gathered(n, p, s, 0.0) ==>
      ranged(rounded_product(s, 0x1.0001p0)) && norm_within(product_up(s, 0x1.0001p0), n, p); */
/*@ lemma norm_within_less: \forall integer n, real p, r, s;
      0.0 <= r <= s && norm_within(s, n, p) ==> norm_within(r, n, p); */
#endif
#endif
