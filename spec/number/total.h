/* spec/number/total.h - the sum of the visible terms of a sequence, and how far one computed in eight strides is from it.

   Stride `lane` takes the terms lane, lane + 8, lane + 16, ...: eight sums that wait for one another at the end alone. */
#ifndef PLUMB_SPEC_NUMBER_TOTAL_H
#define PLUMB_SPEC_NUMBER_TOTAL_H
#include "spec/number/sequence.h"

/*@ axiomatic VisibleTotal { logic real visible_total(seq w, subset m, integer n); } // sum_{i<n, i in m} w_i */

#ifdef PLUMB_DEFINITIONS
/*@ lemma visible_total_of_none: \forall seq w, subset m; visible_total(w, m, 0) == 0.0; */
/*@ lemma visible_total_of_next: \forall seq w, subset m, integer n; n >= 0 ==>
      (among(m, n) ==> visible_total(w, m, n + 1) == visible_total(w, m, n) + el(w, n)) &&
      (!among(m, n) ==> visible_total(w, m, n + 1) == visible_total(w, m, n)); */
#endif

#ifdef PLUMB_LEMMAS_TOTAL
#include "spec/number/sum.h"
/* for the additions through which a term goes: n / 8 + 1 of its stride at most, 8 of strides */
/*@ logic real stride_roundings(integer n) = roundings_up(n / 8 + 9); */

/* The invariants of the two loops, of n balls around the terms of w in m.  strided: `sum` is the sequential sum of the
   middles of stride `lane` below j, `spread` that of their widths, radius plus stride_roundings(n) |middle|.
   stride_summed: of the whole stride.  strides_summed: of the first so many strides, one added after the other. */
/*@ axiomatic Strides {
      predicate strided(seq w, subset m, integer n, integer lane, integer j, real sum, real spread);
      predicate stride_summed(seq w, subset m, integer n, integer lane, real sum, real spread);
      predicate strides_summed(seq w, subset m, integer n, integer strides, real sum, real spread);
    } */
/*@ predicate widens(real mid, real rad, real gamma, real sum, real spread, real new_sum, real new_spread) =
      new_sum == rounded_sum(sum, mid) &&
      new_spread == rounded_sum(spread, rounded_sum(rad, rounded_product(gamma, \abs(mid)))); */

/*@ lemma stride_none: \forall seq w, subset m, integer n, lane; 0 <= n && 0 <= lane < 8 ==>
      strided(w, m, n, lane, lane, 0.0, 0.0); */
/*@ lemma stride_next: \forall seq w, subset m, integer n, lane, j, real mid, rad, s, e, s1, e1;
      strided(w, m, n, lane, j, s, e) && among(m, j) && near(el(w, j), mid, rad) &&
      widens(mid, rad, stride_roundings(n), s, e, s1, e1) ==> strided(w, m, n, lane, j + 8, s1, e1); */
/*@ lemma stride_skip: \forall seq w, subset m, integer n, lane, j, real s, e;
      strided(w, m, n, lane, j, s, e) && !among(m, j) ==> strided(w, m, n, lane, j + 8, s, e); */
/*@ lemma stride_end: \forall seq w, subset m, integer n, lane, j, real s, e;
      strided(w, m, n, lane, j, s, e) && n <= j < n + 8 ==> stride_summed(w, m, n, lane, s, e); */
/*@ lemma strides_none: \forall seq w, subset m, integer n; 0 <= n ==> strides_summed(w, m, n, 0, 0.0, 0.0); */
/*@ lemma strides_next: \forall seq w, subset m, integer n, lane, real s, e, part, width;
      strides_summed(w, m, n, lane, s, e) && stride_summed(w, m, n, lane, part, width) ==>
      strides_summed(w, m, n, lane + 1, rounded_sum(s, part), rounded_sum(e, width)); */
/*@ lemma strides_near: \forall seq w, subset m, integer n, real s, e; n <= 0x40000000 && strides_summed(w, m, n, 8, s, e) ==>
      near(visible_total(w, m, n), s, product_up(e, 0x1.0001p0)); */
#endif
#endif
