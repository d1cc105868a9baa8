/* spec/budget/weight.h - a weight is the mean of values that are 1 at its key and 0 elsewhere, so that the tests of a
   mean are those of a weight, too.  Definition: proofs/model/indicator.v. */
#ifndef PLUMB_SPEC_BUDGET_WEIGHT_H
#define PLUMB_SPEC_BUDGET_WEIGHT_H
#include "spec/budget/evaluation.h"

/*@ axiomatic Indicator { logic seq indicator(integer i); } // 1 at i, 0 elsewhere */
/*@ lemma indicator_is: \forall integer i, j; el(indicator(i), j) == (i == j ? 1.0 : 0.0); */
/*@ lemma weight_is_a_mean: \forall seq p, subset m, integer n, i, real kv, eta, k, zeta, x;
      0 <= i < n && among(m, i) ==>
      (evaluates(p, indicator(i), m, n, kv, eta, k, zeta, x) <==>
       \exists real a, b; a == x * b && \abs(a - el(p, i)) <= kv * el(p, i) + eta &&
         \abs(b - visible_total(p, m, n)) <= k * visible_total(p, m, n) + zeta); */
#endif
