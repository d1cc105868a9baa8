/* spec/compare/root_budget.h - power softmax: what weights that underflow leave of their roots, and of the root of
   their sum (spec/budget.md, section 15).  Definitions: proofs/model/root.v. */
#ifndef PLUMB_SPEC_COMPARE_ROOT_BUDGET_H
#define PLUMB_SPEC_COMPARE_ROOT_BUDGET_H
#include "spec/compare/rounded_sum.h"

/* x^(1/p), 0 for a weight that underflowed to 0 */
/*@ axiomatic Root { logic real root_of(real x, real p); } */
/*@ lemma root_of_is: \forall real x, p; x > 0.0 ==> root_of(x, p) == \exp(\log(x) / p); */
/*@ lemma root_of_nothing: \forall real p; root_of(0.0, p) == 0.0; */

/* Where p < 1 a root is steep above 1: nothing larger than 2 may come of it. */
/*@ predicate gentle(real p, real reach, real t) = p >= 1.0 || (0.0 <= reach && reach + t / p <= \log(2.0)); */
/*@ lemma underflow_leaves: \forall real x, y, t, p, reach;
      p > 0.0 && 0.0 <= x && 0.0 <= y && 0.0 <= t && \abs(y - x) <= t && gentle(p, reach, t) &&
      (p >= 1.0 || x <= \exp(p * reach)) ==>
      \abs(root_of(y, p) - root_of(x, p)) <= \max(root_of(t, p), 2.0 * t / p); */
/* the weight a; its power, off by p theta in the exponent and by what underflows */
/*@ lemma weight_root_within: \forall real a, theta, e, y, t, p, reach;
      p > 0.0 && a > 0.0 && \abs(theta) <= e && 0.0 <= y && 0.0 <= t && \abs(y - \exp(p * (\log(a) + theta))) <= t &&
      gentle(p, reach, t) && (p >= 1.0 || a * \exp(e) <= \exp(reach)) ==>
      \abs(root_of(y, p) - a) <= a * (\exp(e) - 1.0) + \max(root_of(t, p), 2.0 * t / p); */
/* What root_within says of the root of the sum reaches as far as any weight does: a e^e <= e^reach. */
/*@ lemma weight_within_root: \forall seq pi, err, up, down, integer n, j, real p, top;
      p > 0.0 && 0 <= j < n && el(pi, j) > 0.0 &&
      (\forall integer i; 0 <= i < n ==>
       0.0 <= el(pi, i) && 0.0 <= el(err, i) <= top && el(up, i) == el(pi, i) * (\exp(p * el(err, i)) - 1.0) &&
       el(down, i) == el(pi, i) * (1.0 - \exp(-(p * el(err, i))))) &&
      total(pi, n) == 1.0 && total(down, n) < 1.0 ==>
      \log(el(pi, j)) / p + el(err, j) <=
      \min(\max(-\log(1.0 - total(down, n)) / p, \log(1.0 + total(up, n)) / p), top); */
/* the sum y of the powers, s but for roundings and underflow x, and its root */
/*@ lemma sum_root_within: \forall real s, y, p, off, k, x, share;
      p > 0.0 && s > 0.0 && \abs(\log(s) / p) <= off && 0.0 <= k && 0.0 <= x && \abs(y - s) <= k * s + x &&
      share == k + x * \exp(p * off) && share < 1.0 ==>
      0.0 < y && \abs(root_of(y, p) - 1.0) <= \exp(off + share / (1.0 - share) / p) - 1.0; */
#endif
