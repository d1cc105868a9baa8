/* spec/budget/online.h - an online softmax in a precision model is an evaluation for the direct test: its weights are
   the exact ones with errors of their exponents, its sums are off by so much (spec/budget.md, sections 3 to 5). */
#ifndef PLUMB_SPEC_BUDGET_ONLINE_H
#define PLUMB_SPEC_BUDGET_ONLINE_H
#include "spec/budget/evaluation.h"
#include "spec/budget/exponent.h"
#include "spec/budget/sums.h"
#include "spec/weight/softmax.h"

/*@ predicate everything(subset m, integer n) = \forall integer j; 0 <= j < n ==> among(m, j); */
/* the scores y as computed, off by at most d_j */
/*@ predicate are_off(seq y, seq s, seq d, integer n) =
      \forall integer j; 0 <= j < n ==> \abs(el(y, j) - el(s, j)) <= el(d, j); */
/* every score as computed is at most `size` in size, no exponent is off by more than `most` */
/*@ predicate sizes_within(seq s, seq d, integer n, real size) =
      \forall integer j; 0 <= j < n ==> \abs(el(s, j)) + el(d, j) <= size; */
/*@ predicate exponents_within(seq u, seq t, seq s, seq d, integer n, integer r, real size, real most) =
      \forall integer j; 0 <= j < n ==> exponent_off(u, t, n, r, size, el(d, j), \abs(el(s, j))) <= most; */
/* weights w with errors of their exponents */
/*@ predicate weighs_off(seq u, seq t, seq w, seq p, seq s, seq d, integer n, integer r, real size) =
      \forall integer j; 0 <= j < n ==> 0.0 <= el(w, j) &&
      \exists real tau; \abs(tau) <= exponent_off(u, t, n, r, size, el(d, j), \abs(el(s, j))) &&
        el(p, j) == rmul(el(w, j), rexp(tau)); */
/*@ lemma online_softmax_evaluates: \forall seq u, t, s, d, y, v, subset m, integer n, r,
      real size, most, kv, eta, k, zeta, x;
      is_roundings(u, t) && bears_keys(u, n, r) && 0 < n && 0 <= r && everything(m, n) && are_off(y, s, d, n) &&
      sizes_within(s, d, n, size) && exponents_within(u, t, s, d, n, r, size, most) &&
      numerator_relative(u, n, r) <= kv && numerator_absolute(u, t, n, r, most, absolute_total(v, n)) <= eta &&
      denominator_relative(u, n, r) <= k && denominator_absolute(u, t, n, r, most) <= zeta &&
      online_softmax(u, t, y, v, n, r, x) ==>
      \exists seq p; weighs_off(u, t, softmax(s, m, n), p, s, d, n, r, size) &&
        evaluates(p, v, m, n, kv, eta, k, zeta, x); */
#endif
