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
/* A key that a bias all but hides is known to fall far below the last shift: where `far` is not 0, and its score is at
   most this limit however it is computed.  Far is 128 and what a shift may be ahead.  So far above the limit, and as
   much more as a shift may stay behind, there is still a key besides the last two, which a maximum may leave out; and
   so is the shift 0.  Exponents of shifts of the others' size are off by little. */
/*@ predicate falls(integer far, real limit, real s, real d) = far != 0 && s + d <= limit; */
/*@ predicate is_limit(seq u, seq t, seq s, seq d, integer n, integer far, real limit, real size) =
      far != 0 ==> limit + 128.0 + reached(t) <= 0.0 &&
      rmul(rmul(28.0, el(u, 4)), size + reached(t)) <= 8.0 &&
      \exists integer k; 0 <= k < n - 2 && limit + 128.0 + reached(t) <= el(s, k) - el(d, k); */
/* every score as computed is at most `size` in size, no exponent is off by more than `most`, but where a key falls */
/*@ predicate sizes_within(seq s, seq d, integer n, integer far, real limit, real size) =
      \forall integer j; 0 <= j < n ==>
      falls(far, limit, el(s, j), el(d, j)) || \abs(el(s, j)) + el(d, j) <= size; */
/*@ predicate exponents_within(seq u, seq t, seq s, seq d, integer n, integer r, integer far, real limit, real size,
                               real most) =
      \forall integer j; 0 <= j < n ==>
      falls(far, limit, el(s, j), el(d, j)) || exponent_off(u, t, n, r, size, el(d, j), \abs(el(s, j))) <= most; */
/* weights w with errors of their exponents, of which keys that fall need none */
/*@ predicate weighs_off(seq u, seq t, seq w, seq p, seq s, seq d, integer n, integer r, integer far, real limit,
                         real size) =
      \forall integer j; 0 <= j < n ==> 0.0 <= el(w, j) &&
      \exists real tau; \abs(tau) <= exponent_off(u, t, n, r, size, el(d, j), \abs(el(s, j))) &&
        (falls(far, limit, el(s, j), el(d, j)) ==> tau == 0.0) && el(p, j) == rmul(el(w, j), rexp(tau)); */
/*@ lemma online_softmax_evaluates: \forall seq u, t, s, d, y, v, subset m, integer n, r, far,
      real limit, size, most, kv, eta, k, zeta, x;
      is_roundings(u, t) && bears_keys(u, n, r) && 0 < n && 0 <= r && everything(m, n) && are_off(y, s, d, n) &&
      is_limit(u, t, s, d, n, far, limit, size) && sizes_within(s, d, n, far, limit, size) &&
      exponents_within(u, t, s, d, n, r, far, limit, size, most) &&
      numerator_relative(u, n, r) <= kv && numerator_absolute(u, t, n, r, most, absolute_total(v, n)) <= eta &&
      denominator_relative(u, n, r) <= k && denominator_absolute(u, t, n, r, most) <= zeta &&
      online_softmax(u, t, y, v, n, r, x) ==>
      \exists seq p; weighs_off(u, t, softmax(s, m, n), p, s, d, n, r, far, limit, size) &&
        evaluates(p, v, m, n, kv, eta, k, zeta, x); */
#endif
