/* spec/weight/softmax.h - weight[j] = exp(score[j]) / sum over visible i of exp(score[i]); 0 for invisible j.

   Source: arXiv 2410.10781, section 2.  exponentials(x, m, c, n) is the sum over visible i < n of
   e^(x_i - c); softmax does not depend on the shift c (softmax_element). */
#ifndef PLUMB_SPEC_WEIGHT_SOFTMAX_H
#define PLUMB_SPEC_WEIGHT_SOFTMAX_H
#include "spec/number/sequence.h"

/*@ axiomatic Softmax {
      logic real exponentials(seq x, subset m, real shift, integer n);
      logic seq softmax(seq x, subset m, integer n);
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma exponentials_of_none: \forall seq x, subset m, real c; exponentials(x, m, c, 0) == 0.0; */
/*@ lemma exponentials_of_next: \forall seq x, subset m, real c, integer n; n >= 0 ==>
      (among(m, n) ==> exponentials(x, m, c, n + 1) == exponentials(x, m, c, n) + \exp(el(x, n) - c)) &&
      (!among(m, n) ==> exponentials(x, m, c, n + 1) == exponentials(x, m, c, n)); */
/*@ lemma softmax_is: \forall seq x, subset m, integer n, i; 0 <= i < n && among(m, i) ==>
      el(softmax(x, m, n), i) == \exp(el(x, i)) / exponentials(x, m, 0.0, n); */
/*@ lemma softmax_is_zero: \forall seq x, subset m, integer n, i; !among(m, i) ==> el(softmax(x, m, n), i) == 0.0; */
#endif

/*@ lemma exponentials_none: \forall seq x, subset m, real c; exponentials(x, m, c, 0) == 0.0; */
/*@ lemma exponentials_next: \forall seq x, subset m, real c, integer n, k; 0 <= n < k <= n + 1 && among(m, n) ==>
      exponentials(x, m, c, k) == exponentials(x, m, c, n) + rexp(el(x, n) - c); */
/*@ lemma exponentials_skip: \forall seq x, subset m, real c, integer n, k; 0 <= n < k <= n + 1 && !among(m, n) ==>
      exponentials(x, m, c, k) == exponentials(x, m, c, n); */
/*@ lemma softmax_element: \forall seq x, subset m, real c, integer n, i; 0 <= i < n && among(m, i) ==>
      rdiv(rexp(el(x, i) - c), exponentials(x, m, c, n)) == el(softmax(x, m, n), i); */
/*@ lemma softmax_invisible: \forall seq x, subset m, integer n, i; !among(m, i) ==> el(softmax(x, m, n), i) == 0.0; */
#endif
