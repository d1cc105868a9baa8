/* spec/weight/exponentials.h - the denominator of the softmax: exponentials(x, m, c, n) is the sum over
   visible i < n of e^(x_i - c). */
#ifndef PLUMB_SPEC_WEIGHT_EXPONENTIALS_H
#define PLUMB_SPEC_WEIGHT_EXPONENTIALS_H
#include "spec/number/total.h"

/*@ axiomatic Exponentials { logic real exponentials(seq x, subset m, real shift, integer n); } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma exponentials_of_none: \forall seq x, subset m, real c; exponentials(x, m, c, 0) == 0.0; */
/*@ lemma exponentials_of_next: \forall seq x, subset m, real c, integer n; n >= 0 ==>
      (among(m, n) ==> exponentials(x, m, c, n + 1) == exponentials(x, m, c, n) + \exp(el(x, n) - c)) &&
      (!among(m, n) ==> exponentials(x, m, c, n + 1) == exponentials(x, m, c, n)); */
#endif

/*@ lemma exponentials_none: \forall seq x, subset m, real c; exponentials(x, m, c, 0) == 0.0; */
/*@ lemma exponentials_next: \forall seq x, subset m, real c, integer n, k; 0 <= n < k <= n + 1 && among(m, n) ==>
      exponentials(x, m, c, k) == exponentials(x, m, c, n) + rexp(el(x, n) - c); */
/*@ lemma exponentials_skip: \forall seq x, subset m, real c, integer n, k; 0 <= n < k <= n + 1 && !among(m, n) ==>
      exponentials(x, m, c, k) == exponentials(x, m, c, n); */

#ifdef PLUMB_LEMMAS_EXPONENTIALS
/* the exponentials as a sequence, 0 outside m, whose total is the denominator */
/*@ axiomatic ShiftedExponentials { logic seq shifted_exponentials(seq x, subset m, real shift); } */
/*@ lemma shifted_exponential: \forall seq x, subset m, real c, integer i; among(m, i) ==>
      el(shifted_exponentials(x, m, c), i) == rexp(el(x, i) - c); */
/*@ lemma shifted_exponential_invisible: \forall seq x, subset m, real c, integer i; !among(m, i) ==>
      el(shifted_exponentials(x, m, c), i) == 0.0; */
/*@ lemma exponentials_total: \forall seq x, subset m, real c, integer n;
      total(shifted_exponentials(x, m, c), n) == exponentials(x, m, c, n); */
#endif
#endif
