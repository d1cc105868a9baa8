/* spec/weight/softpick.h - the rectified softmax: weight[j] = max(0, e^(x_j - m) - e^-m) / (sum + epsilon).

   Source: arXiv 2504.20966.  m is the largest visible score, the sum that of abs(e^(x_i - m) - e^-m)
   over the visible i.  Epsilon is added to shifted terms, so that m matters; any other shift c
   gives the same weights if epsilon is multiplied by e^(m - c) (softpick_element). */
#ifndef PLUMB_SPEC_WEIGHT_SOFTPICK_H
#define PLUMB_SPEC_WEIGHT_SOFTPICK_H
#include "spec/number/tanh.h"
#include "spec/weight/normalised.h"

/*@ axiomatic Softpick {
      logic real excess(real x, real shift);                            // e^(x - shift) - e^-shift
      logic real excesses(seq x, subset m, real shift, integer n);      // sum_{i<n, i in m} |excess(x_i, shift)|
      logic seq excess_sizes(seq x, subset m, real shift);              // |excess(x_i, shift)|, 0 outside m
      predicate vacant(subset m, integer n);                            // m has no i < n
      logic real largest(seq x, subset m, integer n);                   // the largest x_i, i < n in m; 0 if m is vacant
      logic seq softpick(seq x, subset m, integer n, real epsilon);
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma excess_is: \forall real x, c; excess(x, c) == \exp(x - c) - \exp(-c); */
/*@ lemma excesses_of_none: \forall seq x, subset m, real c; excesses(x, m, c, 0) == 0.0; */
/*@ lemma excesses_of_next: \forall seq x, subset m, real c, integer n; n >= 0 ==>
      (among(m, n) ==> excesses(x, m, c, n + 1) == excesses(x, m, c, n) + \abs(excess(el(x, n), c))) &&
      (!among(m, n) ==> excesses(x, m, c, n + 1) == excesses(x, m, c, n)); */
/*@ lemma vacant_is: \forall subset m, integer n; vacant(m, n) <==> (\forall integer i; 0 <= i < n ==> !among(m, i)); */
/*@ lemma largest_reached: \forall seq x, subset m, integer n; n >= 0 && !vacant(m, n) ==>
      \exists integer i; 0 <= i < n && among(m, i) && largest(x, m, n) == el(x, i); */
/*@ lemma largest_bounds: \forall seq x, subset m, integer n, i;
      0 <= i < n && among(m, i) ==> el(x, i) <= largest(x, m, n); */
/*@ lemma softpick_is: \forall seq x, subset m, integer n, i, real e;
      among(m, i) && excesses(x, m, largest(x, m, n), n) + e != 0.0 ==> el(softpick(x, m, n, e), i) ==
      \max(0.0, excess(el(x, i), largest(x, m, n))) / (excesses(x, m, largest(x, m, n), n) + e); */

/* ---- laws ---- */
/*@ lemma softpick_of_negative: \forall seq x, subset m, integer n, i, real e; el(x, i) <= 0.0 ==>
      el(softpick(x, m, n, e), i) == 0.0; */
/*@ lemma softpick_at_most_one: \forall seq x, subset m, integer n, real e; e >= 0.0 ==>
      absolute_total(softpick(x, m, n, e), n) <= 1.0; */
/*@ lemma softpick_knows_the_shift: \exists seq x, y, subset m; (\forall integer i; el(y, i) == el(x, i) + 1.0) &&
      el(softpick(y, m, 1, 0.0), 0) != el(softpick(x, m, 1, 0.0), 0); */
#endif

/*@ lemma excess_difference: \forall real x, c; excess(x, c) == rexp(x - c) - rexp(-c); */
/*@ lemma excess_near_zero: \forall real x, c; excess(x, c) ==
      rmul(rexp(-c), rdiv(rtanh(rmul(x, 0.5)) + rtanh(rmul(x, 0.5)), 1.0 - rtanh(rmul(x, 0.5)))); */
/*@ lemma excess_zero: \forall real c; excess(0.0, c) == 0.0; */
/*@ lemma excess_sign: \forall real x, c; x <= 0.0 ==> excess(x, c) <= 0.0; */
/*@ lemma excess_sign_right: \forall real x, c; x >= 0.0 ==> excess(x, c) >= 0.0; */
/* what is rectified is the excess's size, or none of it */
/*@ lemma excess_share: \forall real x, c;
      (x <= 0.0 ==> \max(excess(x, c), 0.0) == rmul(\abs(excess(x, c)), 0.0)) &&
      (x >= 0.0 ==> \max(excess(x, c), 0.0) == rmul(\abs(excess(x, c)), 1.0)); */
/*@ lemma excesses_none: \forall seq x, subset m, real c; excesses(x, m, c, 0) == 0.0; */
/*@ lemma excesses_next: \forall seq x, subset m, real c, integer n, k; 0 <= n < k <= n + 1 && among(m, n) ==>
      excesses(x, m, c, k) == excesses(x, m, c, n) + \abs(excess(el(x, n), c)); */
/*@ lemma excesses_skip: \forall seq x, subset m, real c, integer n, k; 0 <= n < k <= n + 1 && !among(m, n) ==>
      excesses(x, m, c, k) == excesses(x, m, c, n); */
/*@ lemma excess_size: \forall seq x, subset m, real c, integer i; among(m, i) ==>
      el(excess_sizes(x, m, c), i) == \abs(excess(el(x, i), c)); */
/*@ lemma excess_size_invisible: \forall seq x, subset m, real c, integer i; !among(m, i) ==>
      el(excess_sizes(x, m, c), i) == 0.0; */
/*@ lemma excesses_total: \forall seq x, subset m, real c, integer n;
      total(excess_sizes(x, m, c), n) == excesses(x, m, c, n); */
/*@ lemma vacant_none: \forall subset m; vacant(m, 0); */
/*@ lemma vacant_next: \forall subset m, integer n, k;
      0 <= n < k <= n + 1 ==> (vacant(m, k) <==> vacant(m, n) && !among(m, n)); */
/*@ lemma largest_none: \forall seq x, subset m; largest(x, m, 0) == 0.0; */
/*@ lemma largest_first: \forall seq x, subset m, integer n, k; 0 <= n < k <= n + 1 && among(m, n) && vacant(m, n) ==>
      largest(x, m, k) == el(x, n); */
/*@ lemma largest_next: \forall seq x, subset m, integer n, k; 0 <= n < k <= n + 1 && among(m, n) && !vacant(m, n) ==>
      largest(x, m, k) == \max(largest(x, m, n), el(x, n)); */
/*@ lemma largest_skip: \forall seq x, subset m, integer n, k; 0 <= n < k <= n + 1 && !among(m, n) ==>
      largest(x, m, k) == largest(x, m, n); */
/*@ lemma softpick_element: \forall seq x, subset m, real c, e, integer n, i; 0 <= i < n && among(m, i) ==>
      rdiv(\max(excess(el(x, i), c), 0.0), excesses(x, m, c, n) + rmul(e, rexp(largest(x, m, n) - c))) ==
      el(softpick(x, m, n, e), i); */
/*@ lemma softpick_invisible: \forall seq x, subset m, integer n, i, real e;
      !among(m, i) ==> el(softpick(x, m, n, e), i) == 0.0; */
#endif
