/* spec/compare/rounded_sum.h - what an engine's roundings do to a number and to a sum, in any order (spec/budget.md,
   section 2).

   A rounding is only known to move x by unit |x| + tiny at most: to nearest in any format, cut, with gradual
   underflow or flushed to zero.  Sources: Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 3.1 and 4.2;
   of blocks: Fasi, Higham, Mikaitis, Pranesh, Numerical behavior of NVIDIA tensor cores, PeerJ CS 7:e330, 2021.
   Definitions: proofs/model/rounded_sum.v. */
#ifndef PLUMB_SPEC_COMPARE_ROUNDED_SUM_H
#define PLUMB_SPEC_COMPARE_ROUNDED_SUM_H
#include "spec/weight/normalised.h"

/*@ predicate rounds(real unit, real tiny, real x, real y) = \abs(y - x) <= unit * \abs(x) + tiny; */

/* roundings: y is x after `count` of them, one after the other.
   tree_sum: s is the sum of the first n terms, each of the n - 1 additions of a tree of any shape, with the terms in
   any order, rounded once.
   rescaled_sum: s is the sum of the first n terms, each multiplied by its factor c_i: terms and partial sums are joined
   in any order, rounded any number of times, added several at once by a matrix unit, and multiplied by factors of at
   most 1 + excess on the way.  At most `depth` roundings and `factors` factors lie on the way of one term; there are
   `all` roundings. */
/*@ axiomatic RoundedSum {
      logic real compound(real a, real b);                                                 // (1 + a)(1 + b) - 1
      logic real growth(real unit, integer k);                                             // (1 + unit)^k
      logic real gamma_of(real k, real unit);                                              // more than (1 + unit)^k - 1
      logic seq times(seq a, seq b);                                                       // a_i b_i
      logic seq distances(seq a, real c);                                                  // |a_i - c|
      predicate roundings(real unit, real tiny, integer count, real x, real y);
      predicate tree_sum(real unit, real tiny, seq x, integer n, real s);
      predicate rescaled_sum(real unit, real tiny, real excess, seq x, seq c, integer n,
                             integer depth, integer all, integer factors, real s);
    } */

/* ---- what the symbols are ---- */
/*@ lemma compound_is: \forall real a, b; compound(a, b) == a + b + a * b; */
/*@ lemma gamma_of_is: \forall real k, u; gamma_of(k, u) == k * u / (1.0 - k * u); */
/*@ lemma growth_none: \forall real u; growth(u, 0) == 1.0; */
/*@ lemma growth_next: \forall real u, integer k; k >= 0 ==> growth(u, k + 1) == growth(u, k) * (1.0 + u); */
/*@ lemma times_is: \forall seq a, b, integer i; el(times(a, b), i) == el(a, i) * el(b, i); */
/*@ lemma distances_is: \forall seq a, real c, integer i; el(distances(a, c), i) == \abs(el(a, i) - c); */
/*@ lemma roundings_none_is: \forall real u, t, x; roundings(u, t, 0, x, x); */
/*@ lemma roundings_next_is: \forall real u, t, x, y, z, integer k;
      roundings(u, t, k, x, y) && rounds(u, t, y, z) ==> roundings(u, t, k + 1, x, z); */
/*@ lemma tree_sum_one: \forall real u, t, seq x; tree_sum(u, t, x, 1, el(x, 0)); */
/*@ lemma tree_sum_joined: \forall real u, t, a, b, s, seq x, integer n, m;
      n >= 1 && m >= 1 && tree_sum(u, t, x, n, a) && tree_sum(u, t, drop(x, n), m, b) && rounds(u, t, a + b, s) ==>
      tree_sum(u, t, x, n + m, s); */

/* ---- one number ---- */
/*@ lemma gamma_bounds_growth: \forall real u, integer k; 0.0 <= u && 0 <= k && k * u < 1.0 ==>
      1.0 + k * u <= growth(u, k) <= 1.0 + gamma_of(k, u); */
/*@ lemma gamma_compounds: \forall real u, j, k; 0.0 <= u && 0.0 <= j && 0.0 <= k && (j + k) * u < 1.0 ==>
      compound(gamma_of(j, u), gamma_of(k, u)) <= gamma_of(j + k, u); */
/*@ lemma roundings_within: \forall real u, t, x, y, integer k; 0.0 <= u && 0.0 <= t && k * u < 1.0 &&
      roundings(u, t, k, x, y) ==> rounds(gamma_of(k, u), k * t * (1.0 + gamma_of(k, u)), x, y); */
/*@ lemma rounds_twice: \forall real a, b, s, t, x, y, z; 0.0 <= b && rounds(a, s, x, y) && rounds(b, t, y, z) ==>
      rounds(compound(a, b), s * (1.0 + b) + t, x, z); */
/* an error that is there already, and one rounding more: the step of which all chains are made */
/*@ lemma error_grows: \forall real a, t, e, x, y, z; 0.0 <= a && \abs(y - x) <= e && rounds(a, t, y, z) ==>
      \abs(z - x) <= e + a * (\abs(x) + e) + t; */

/* ---- sums ---- */
/*@ lemma sum_in_any_tree: \forall real u, t, s, seq x, integer n; 0.0 <= u && 0.0 <= t && (n - 1) * u < 1.0 &&
      tree_sum(u, t, x, n, s) ==>
      \abs(s - total(x, n)) <= gamma_of(n - 1, u) * absolute_total(x, n) + (n - 1) * t * (1.0 + gamma_of(n - 1, u)); */
/*@ lemma sum_in_any_order: \forall real u, t, f, s, seq x, c, integer n, d, k, r; 0.0 <= u && 0.0 <= t && 0.0 <= f &&
      rescaled_sum(u, t, f, x, c, n, d, k, r, s) ==>
      \abs(s - total(times(c, x), n)) <=
        (growth(u, d) - 1.0) * total(times(c, absolutes(x)), n) + k * t * growth(f, r) * growth(u, d); */
/* A matrix unit adds k products to a sum at once: it cuts every addend but the largest, x_l, where that one ends, by w
   at most, and the sum of what is left if that is longer by a digit.  A unit of all magnitudes for each product covers
   both. */
/*@ lemma cut_block_within: \forall seq x, y, integer k, l, real u, w, z;
      2 <= k && 0 <= l <= k && 0.0 < u && 0.0 < w <= u * \abs(el(x, l)) && el(y, l) == el(x, l) &&
      (\forall integer i; 0 <= i <= k ==> \abs(el(y, i) - el(x, i)) <= w && \abs(el(y, i)) <= \abs(el(x, i))) &&
      (z == total(y, k + 1) ||
       (2.0 * w <= u * \abs(total(y, k + 1)) && \abs(z - total(y, k + 1)) <= u * \abs(total(y, k + 1)))) ==>
      \abs(z - total(x, k + 1)) <= k * (u * absolute_total(x, k + 1)); */
/* the terms themselves near others: products of stored probabilities and of values as operands */
/*@ lemma sum_of_terms_near: \forall real u, t, f, e, s, seq x, c, y, a, integer n, d, k, r;
      0.0 <= u && 0.0 <= t && 0.0 <= f && 0.0 <= e && rescaled_sum(u, t, f, x, c, n, d, k, r, s) &&
      (\forall integer j; 0 <= j < n ==>
        0.0 <= el(c, j) && \abs(el(c, j) * el(x, j) - el(y, j)) <= e * \abs(el(y, j)) + el(a, j)) ==>
      \abs(s - total(y, n)) <= compound(e, growth(u, d) - 1.0) * absolute_total(y, n)
        + growth(u, d) * (total(a, n) + k * t * growth(f, r)); */
#endif
