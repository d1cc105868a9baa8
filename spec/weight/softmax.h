/* spec/weight/softmax.h - weight[j] = exp(score[j]) / sum over visible i of exp(score[i]); 0 for invisible j.

   Source: arXiv 2410.10781, section 2.  The softmax does not depend on the shift c of the exponentials
   (softmax_element). */
#ifndef PLUMB_SPEC_WEIGHT_SOFTMAX_H
#define PLUMB_SPEC_WEIGHT_SOFTMAX_H
#include "spec/weight/exponentials.h"

/*@ axiomatic Softmax { logic seq softmax(seq x, subset m, integer n); } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma softmax_is: \forall seq x, subset m, integer n, i; 0 <= i < n && among(m, i) ==>
      el(softmax(x, m, n), i) == \exp(el(x, i)) / exponentials(x, m, 0.0, n); */
/*@ lemma softmax_is_zero: \forall seq x, subset m, integer n, i; !among(m, i) ==> el(softmax(x, m, n), i) == 0.0; */
#endif

/*@ lemma softmax_element: \forall seq x, subset m, real c, integer n, i; 0 <= i < n && among(m, i) ==>
      rdiv(rexp(el(x, i) - c), exponentials(x, m, c, n)) == el(softmax(x, m, n), i); */
/*@ lemma softmax_invisible: \forall seq x, subset m, integer n, i; !among(m, i) ==> el(softmax(x, m, n), i) == 0.0; */

/* How wide a weight is beside the share of the middles of scores that are known to r: 3 n + 317 roundings, and 81 r. */
/*@ logic real softmax_tightness(real r, integer n) = 81.0 * r + (3.0 * n + 317.0) * 0x1p-50; */

#ifdef PLUMB_LEMMAS_SOFTMAX
/* no share of scores between -128 and 128 underflows */
/*@ lemma softmax_moderate: \forall seq x, subset m, integer n, j; n <= 0x10000000 && 0 <= j < n && among(m, j) &&
      (\forall integer i; 0 <= i < n && among(m, i) ==> -128.0 <= el(x, i) <= 128.0) ==>
      moderate(rexp(el(x, j))) && moderate(rdiv(1.0, exponentials(x, m, 0.0, n))) &&
      moderate(rmul(rexp(el(x, j)), rdiv(1.0, exponentials(x, m, 0.0, n)))); */
/* one division does for all keys */
/*@ lemma product_with_reciprocal: \forall real e, s; rmul(e, rdiv(1.0, s)) == rdiv(e, s); */
#endif
#endif
