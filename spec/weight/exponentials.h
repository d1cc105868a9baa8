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

/* scores around the middles x_j, all between -128 and 128 and known to r */
/*@ predicate known_scores{L}(plumb_ball *score, seq x, subset m, real r, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> \is_finite(score[j].mid) && \is_finite(score[j].rad) &&
      el(x, j) == score[j].mid && -128.0 <= score[j].mid <= 128.0 && 0.0 <= score[j].rad <= r; */
/*@ predicate known_visible{L}(plumb_ball *score, unsigned char *visible, seq x, subset m, real r, integer n) =
      shows(visible, m, n) && known_scores(score, x, m, r, n); */
/* how accurate an exponential of such a score is, and the sum of n, where the scores are known well and are not too
   many */
/*@ predicate accuracy_holds(real r, integer n) = r <= 0x1p-6 && n <= 0x10000000; */
/*@ logic real exponential_accuracy(real r) = 3.0 * r + 0x1p-50; */
/*@ logic real sum_accuracy(real r, integer n) = 2.0 * exponential_accuracy(r) + (n + 80.0) * 0x1p-52; */

#ifdef PLUMB_LEMMAS_EXPONENTIALS
/*@ lemma exponential_modest: \forall real x; -128.0 <= x <= 128.0 ==> modest(rexp(x)); */
/*@ lemma exponentials_positive: \forall seq x, subset m, real c, integer n, j; 0 <= j < n && among(m, j) ==>
      exponentials(x, m, c, n) > 0.0; */
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
