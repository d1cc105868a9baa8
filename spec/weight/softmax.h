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

#ifdef PLUMB_LEMMAS_SOFTMAX
/* one division does for all keys */
/*@ lemma product_with_reciprocal: \forall real e, s; rmul(e, rdiv(1.0, s)) == rdiv(e, s); */
#endif
#endif
