/* spec/budget/direct.h - no evaluation gives x, if even the weights that favour it most leave N - x Y on one side of 0.

   For x >= end, N - x Y is at most the sum of p_j pull_j, plus eta + |x| zeta; and p_j pull_j is at most the larger
   of its values at the two ends of p_j.  Below, everything is mirrored.
   Definition: proofs/model/direct.v. */
#ifndef PLUMB_SPEC_BUDGET_DIRECT_H
#define PLUMB_SPEC_BUDGET_DIRECT_H
#include "spec/budget/evaluation.h"

/* sum_{j<n, j in m} max(least_j pull_j, most_j pull_j), or least_j pull_j where the weight has no upper limit */
/*@ axiomatic Direct {
      logic real pulled(seq least, seq most, subset limited, seq pull, subset m, integer n);
    } */
/*@ predicate lies_between(seq p, seq least, seq most, subset limited, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> 0.0 <= el(p, j) && el(least, j) <= el(p, j) &&
      (among(limited, j) ==> el(p, j) <= el(most, j)); */
/* what may weigh any amount pulls the other way */
/*@ predicate unlimited_below(subset limited, seq pull, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) && !among(limited, j) ==> el(pull, j) <= 0.0; */
/*@ logic real excess(seq least, seq most, subset limited, seq v, subset m, integer n,
                      real side, real end, real size, real kv, real eta, real k, real zeta) =
      eta + rmul(zeta, size) + pulled(least, most, limited, pulls(v, side, end, kv, rmul(k, size)), m, n); */

/*@ lemma pulled_none: \forall seq least, most, pull, subset limited, m;
      pulled(least, most, limited, pull, m, 0) == 0.0; */
/*@ lemma pulled_limited: \forall seq least, most, pull, subset limited, m, integer n, k;
      0 <= n < k <= n + 1 && among(m, n) && among(limited, n) ==>
      pulled(least, most, limited, pull, m, k) == pulled(least, most, limited, pull, m, n)
        + \max(rmul(el(pull, n), el(least, n)), rmul(el(pull, n), el(most, n))); */
/*@ lemma pulled_unlimited: \forall seq least, most, pull, subset limited, m, integer n, k;
      0 <= n < k <= n + 1 && among(m, n) && !among(limited, n) ==>
      pulled(least, most, limited, pull, m, k) == pulled(least, most, limited, pull, m, n)
        + rmul(el(pull, n), el(least, n)); */
/*@ lemma pulled_skip: \forall seq least, most, pull, subset limited, m, integer n, k;
      0 <= n < k <= n + 1 && !among(m, n) ==>
      pulled(least, most, limited, pull, m, k) == pulled(least, most, limited, pull, m, n); */

/* The test. */
/*@ lemma excess_excludes: \forall seq p, least, most, v, subset limited, m, integer n,
      real side, end, size, kv, eta, k, zeta, x;
      lies_between(p, least, most, limited, m, n) && beyond(side, end, size, x) &&
      unlimited_below(limited, pulls(v, side, end, kv, rmul(k, size)), m, n) &&
      excess(least, most, limited, v, m, n, side, end, size, kv, eta, k, zeta) < 0.0 ==>
      !evaluates(p, v, m, n, kv, eta, k, zeta, x); */

/* memory that denotes the ends */
/*@ predicate ranges{L}(plumb_range *range, seq least, seq most, subset limited, integer n) =
      \forall integer j; 0 <= j < n ==>
      given(range[j].least, el(least, j)) && (among(limited, j) <==> \is_finite(range[j].most)) &&
      given(range[j].most, el(most, j)); */
/*@ lemma ranges_have_ends{L}: \forall plumb_range *range, seq p, subset m, integer n; weighs_within(range, p, m, n) ==>
      \exists seq least, most, subset limited; ranges(range, least, most, limited, n) &&
      lies_between(p, least, most, limited, m, n); */

#ifdef PLUMB_DEFINITIONS
/* Beyond the end the excess only falls, while k and zeta leave something of the denominator. */
/*@ lemma excess_falls: \forall seq p, least, most, v, subset limited, m, integer n,
      real side, end, kv, eta, k, zeta, x;
      lies_between(p, least, most, limited, m, n) && beyond(side, end, \abs(x), x) &&
      unlimited_below(limited, pulls(v, side, end, kv, rmul(k, \abs(end))), m, n) &&
      excess(least, most, limited, v, m, n, side, end, \abs(end), kv, eta, k, zeta) < 0.0 &&
      k <= 1.0 && zeta <= (1.0 - k) * visible_total(least, m, n) ==>
      !evaluates(p, v, m, n, kv, eta, k, zeta, x); */
/* The test is sharp: weights and errors at their ends leave an excess of exactly 0 to an evaluation. */
/*@ lemma excess_is_reached: \forall seq least, most, v, subset limited, m, integer n, real end, kv, eta, k, zeta;
      0.0 <= kv && 0.0 <= k && 0.0 <= eta && 0.0 <= zeta &&
      (\forall integer j; 0 <= j < n && among(m, j) ==> among(limited, j) && 0.0 <= el(least, j) <= el(most, j)) &&
      excess(least, most, limited, v, m, n, 1.0, end, \abs(end), kv, eta, k, zeta) == 0.0 ==>
      \exists seq p; lies_between(p, least, most, limited, m, n) && evaluates(p, v, m, n, kv, eta, k, zeta, end); */
#endif
#endif
