/* spec/weight/power_softmax.h - weight[j] = exp(score[j]) / (sum over visible i of exp(p score[i]))^(1/p) for p > 0;
   0 for invisible j.

   Source: arXiv 2410.10781, power-p normalisation.  powered(x, m, p, c, n) is the sum over visible
   i < n of e^(p (x_i - c)); power_softmax does not depend on the shift c (power_softmax_element). */
#ifndef PLUMB_SPEC_WEIGHT_POWER_SOFTMAX_H
#define PLUMB_SPEC_WEIGHT_POWER_SOFTMAX_H
#include "spec/number/power.h"
#include "spec/number/total.h"
#include "spec/weight/softmax.h"

/*@ axiomatic PowerSoftmax {
      logic real powered(seq x, subset m, real p, real shift, integer n);
      logic seq powered_exponentials(seq x, subset m, real p, real shift); // e^(p (x_i - shift)), 0 outside m
      logic seq power_softmax(seq x, subset m, real p, integer n);
      logic real sum_of_powers(seq a, subset m, real p, integer n); // sum_{j<n, j in m} a_j^p
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma powered_of_none: \forall seq x, subset m, real p, c; powered(x, m, p, c, 0) == 0.0; */
/*@ lemma powered_of_next: \forall seq x, subset m, real p, c, integer n; n >= 0 ==>
      (among(m, n) ==> powered(x, m, p, c, n + 1) == powered(x, m, p, c, n) + \exp(p * (el(x, n) - c))) &&
      (!among(m, n) ==> powered(x, m, p, c, n + 1) == powered(x, m, p, c, n)); */
/*@ lemma power_softmax_is: \forall seq x, subset m, real p, integer n, i; p > 0.0 && 0 <= i < n && among(m, i) ==>
      el(power_softmax(x, m, p, n), i) == \exp(el(x, i)) / \pow(powered(x, m, p, 0.0, n), 1.0 / p); */
/*@ lemma power_softmax_is_zero: \forall seq x, subset m, real p, integer n, i; !among(m, i) ==>
      el(power_softmax(x, m, p, n), i) == 0.0; */
/*@ lemma sum_of_powers_of_none: \forall seq a, subset m, real p; sum_of_powers(a, m, p, 0) == 0.0; */
/*@ lemma sum_of_powers_of_next: \forall seq a, subset m, real p, integer n; n >= 0 && el(a, n) > 0.0 ==>
      (among(m, n) ==> sum_of_powers(a, m, p, n + 1) == sum_of_powers(a, m, p, n) + \pow(el(a, n), p)) &&
      (!among(m, n) ==> sum_of_powers(a, m, p, n + 1) == sum_of_powers(a, m, p, n)); */

/* the power 1 is the softmax, the p-th powers of the weights sum to 1, and a weight is the p-th root
   of the softmax of p times the scores */
/*@ lemma power_softmax_of_one: \forall seq x, subset m, integer n, i; 0 <= i < n ==>
      el(power_softmax(x, m, 1.0, n), i) == el(softmax(x, m, n), i); */
/*@ lemma power_softmax_powers_sum_to_one: \forall seq x, subset m, real p, integer n, i;
      p > 0.0 && 0 <= i < n && among(m, i) ==> sum_of_powers(power_softmax(x, m, p, n), m, p, n) == 1.0; */
/*@ lemma power_softmax_is_root: \forall seq x, z, subset m, real p, integer n, i;
      p > 0.0 && 0 <= i < n && among(m, i) && (\forall integer j; el(z, j) == p * el(x, j)) ==>
      el(power_softmax(x, m, p, n), i) == \pow(el(softmax(z, m, n), i), 1.0 / p); */
#endif

/*@ lemma powered_none: \forall seq x, subset m, real p, c; powered(x, m, p, c, 0) == 0.0; */
/*@ lemma powered_next: \forall seq x, subset m, real p, c, integer n, k; 0 <= n < k <= n + 1 && among(m, n) ==>
      powered(x, m, p, c, k) == powered(x, m, p, c, n) + rexp(rmul(p, el(x, n) - c)); */
/*@ lemma powered_skip: \forall seq x, subset m, real p, c, integer n, k; 0 <= n < k <= n + 1 && !among(m, n) ==>
      powered(x, m, p, c, k) == powered(x, m, p, c, n); */
/*@ lemma powered_exponential: \forall seq x, subset m, real p, c, integer i; among(m, i) ==>
      el(powered_exponentials(x, m, p, c), i) == rexp(rmul(p, el(x, i) - c)); */
/*@ lemma powered_exponential_invisible: \forall seq x, subset m, real p, c, integer i; !among(m, i) ==>
      el(powered_exponentials(x, m, p, c), i) == 0.0; */
/*@ lemma powered_total: \forall seq x, subset m, real p, c, integer n;
      total(powered_exponentials(x, m, p, c), n) == powered(x, m, p, c, n); */
/*@ lemma power_softmax_element: \forall seq x, subset m, real p, c, integer n, i;
      p > 0.0 && 0 <= i < n && among(m, i) ==>
      rmul(rexp(el(x, i) - c), rpower(powered(x, m, p, c, n), rdiv(-1.0, p))) == el(power_softmax(x, m, p, n), i); */
/*@ lemma power_softmax_invisible: \forall seq x, subset m, real p, integer n, i; !among(m, i) ==>
      el(power_softmax(x, m, p, n), i) == 0.0; */
#endif
