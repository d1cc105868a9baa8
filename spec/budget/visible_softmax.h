/* spec/budget/visible_softmax.h - an online softmax of the keys that the query sees, each with a score as computed
   (spec/budget.md, section 1).  Definition: proofs/model/visible.v. */
#ifndef PLUMB_SPEC_BUDGET_VISIBLE_SOFTMAX_H
#define PLUMB_SPEC_BUDGET_VISIBLE_SOFTMAX_H
#include "spec/budget/online.h"
#include "spec/proposition/scores.h"

/* the elements of x at the n keys that are in m */
/*@ axiomatic Visible { logic seq visible_of(subset m, integer n, seq x); }
 */
/*@ predicate visible_softmax(seq u, seq t, seq score, seq v, subset m, integer n, integer r, real x) =
      online_softmax(u, t, visible_of(m, n, score), visible_of(m, n, v), visible_count(m, n), r, x); */

/*@ lemma visible_count_none: \forall subset m; visible_count(m, 0) == 0; */
/*@ lemma visible_count_next: \forall subset m, integer n, k; 0 <= n < k <= n + 1 && among(m, n) ==>
      visible_count(m, k) == visible_count(m, n) + 1; */
/*@ lemma visible_count_skip: \forall subset m, integer n, k; 0 <= n < k <= n + 1 && !among(m, n) ==>
      visible_count(m, k) == visible_count(m, n); */
/*@ lemma visible_size_none: \forall seq w, subset m; visible_total(absolutes(w), m, 0) == 0.0; */
/*@ lemma visible_size_next: \forall seq w, subset m, integer n, k; 0 <= n < k <= n + 1 && among(m, n) ==>
      visible_total(absolutes(w), m, k) == visible_total(absolutes(w), m, n) + \abs(el(w, n)); */
/*@ lemma visible_size_skip: \forall seq w, subset m, integer n, k; 0 <= n < k <= n + 1 && !among(m, n) ==>
      visible_total(absolutes(w), m, k) == visible_total(absolutes(w), m, n); */
/* a column in memory, as given_column, and that its places lie inside, which is a fact, said for the provers */
/*@ predicate placed_column{L}(double *value, seq v, subset m, integer n, integer width, integer column) =
      \forall integer j; 0 <= j < n && among(m, j) ==> 0 <= place(j, width, column) < n * width &&
      given(value[place(j, width, column)], el(v, j)); */
/*@ lemma given_column_is_placed{L}: \forall double *value, seq v, subset m, integer n, width, column;
      0 <= column < width && given_column(value, v, m, n, width, column) ==>
      placed_column(value, v, m, n, width, column); */
#ifdef PLUMB_DEFINITIONS
/* each key that is visible has its number, and each number its key */
/*@ lemma visible_of_is: \forall subset m, integer n, j, seq x; 0 <= j < n && among(m, j) ==>
      0 <= visible_count(m, j) < visible_count(m, n) && el(visible_of(m, n, x), visible_count(m, j)) == el(x, j); */
/*@ lemma visible_of_each: \forall subset m, integer n, i, seq x; 0 <= i < visible_count(m, n) ==>
      \exists integer j; 0 <= j < n && among(m, j) && visible_count(m, j) == i &&
        el(visible_of(m, n, x), i) == el(x, j); */
#endif

/* What online.h says of all keys, of those in m: c of them.
   The scores as computed are off by at most d_j, none is more than `size` in size, no exponent is off by more than
   `most`, and weights have errors of their exponents; but where a key falls below the limit. */
/*@ predicate visible_off(seq y, seq s, seq d, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> \abs(el(y, j) - el(s, j)) <= el(d, j); */
/*@ predicate visible_limit(seq u, seq t, seq s, seq d, subset m, integer n, integer far, real limit, real size) =
      far != 0 ==> limit + 128.0 + reached(t) <= 0.0 &&
      rmul(rmul(28.0, el(u, 4)), size + reached(t)) <= 8.0 &&
      \exists integer k; 0 <= k < n && among(m, k) && visible_count(m, k) < visible_count(m, n) - 2 &&
        limit + 128.0 + reached(t) <= el(s, k) - el(d, k); */
/*@ predicate visible_sizes(seq s, seq d, subset m, integer n, integer far, real limit, real size) =
      \forall integer j; 0 <= j < n && among(m, j) ==>
      falls(far, limit, el(s, j), el(d, j)) || \abs(el(s, j)) + el(d, j) <= size; */
/*@ predicate visible_exponents(seq u, seq t, seq s, seq d, subset m, integer n, integer c, integer r, integer far,
                                real limit, real size, real most) =
      \forall integer j; 0 <= j < n && among(m, j) ==>
      falls(far, limit, el(s, j), el(d, j)) || exponent_off(u, t, c, r, size, el(d, j), \abs(el(s, j))) <= most; */
/*@ predicate visible_weights(seq u, seq t, seq w, seq p, seq s, seq d, subset m, integer n, integer c, integer r,
                              integer far, real limit, real size) =
      \forall integer j; 0 <= j < n && among(m, j) ==> 0.0 <= el(w, j) &&
      \exists real tau; \abs(tau) <= exponent_off(u, t, c, r, size, el(d, j), \abs(el(s, j))) &&
        (falls(far, limit, el(s, j), el(d, j)) ==> tau == 0.0) && el(p, j) == rmul(el(w, j), rexp(tau)); */
/* all that is known of a row but for its values */
/*@ predicate visible_row(seq u, seq t, seq s, seq d, subset m, integer n, integer c, integer r, integer far,
                          real limit, real size, real most) =
      is_roundings(u, t) && bears_keys(u, c, r) && 0 < c && c == visible_count(m, n) && 0 <= r &&
      visible_limit(u, t, s, d, m, n, far, limit, size) && visible_sizes(s, d, m, n, far, limit, size) &&
      visible_exponents(u, t, s, d, m, n, c, r, far, limit, size, most); */
/* the errors of the two sums, of values of this total size */
/*@ predicate sums_within(seq u, seq t, integer c, integer r, real most, real total, real kv, real eta, real k,
                          real zeta) =
      numerator_relative(u, c, r) <= kv && numerator_absolute(u, t, c, r, most, total) <= eta &&
      denominator_relative(u, c, r) <= k && denominator_absolute(u, t, c, r, most) <= zeta; */
/*@ lemma visible_softmax_evaluates: \forall seq u, t, s, d, y, v, subset m, integer n, c, r, far,
      real limit, size, most, kv, eta, k, zeta, x;
      visible_row(u, t, s, d, m, n, c, r, far, limit, size, most) && visible_off(y, s, d, m, n) &&
      sums_within(u, t, c, r, most, visible_total(absolutes(v), m, n), kv, eta, k, zeta) &&
      visible_softmax(u, t, y, v, m, n, r, x) ==>
      \exists seq p; visible_weights(u, t, softmax(s, m, n), p, s, d, m, n, c, r, far, limit, size) &&
        evaluates(p, v, m, n, kv, eta, k, zeta, x); */
#endif
