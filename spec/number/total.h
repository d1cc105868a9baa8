/* spec/number/total.h - the sum of the terms of a sequence, and how far one computed in eight
   strides is from it.

   Stride `lane` takes the terms lane, lane + 8, lane + 16, ...: eight sums that wait for one another at the end
   alone. */
#ifndef PLUMB_SPEC_NUMBER_TOTAL_H
#define PLUMB_SPEC_NUMBER_TOTAL_H
#include "spec/number/sequence.h"

/*@ axiomatic Totals { logic real total(seq w, integer n); } // sum_{i<n} w_i
 */

#ifdef PLUMB_DEFINITIONS
/*@ lemma total_of_next: \forall seq w, integer n; n >= 0 ==> total(w, n + 1) == total(w, n) + el(w, n); */
#endif

/*@ lemma total_none: \forall seq w; total(w, 0) == 0.0; */
/*@ lemma total_next: \forall seq w, integer n, m; 0 <= n < m <= n + 1 ==> total(w, m) == total(w, n) + el(w, n); */

/* balls around the middles w_j that inform, each within t of a modest size or around 0 */
/*@ predicate accurate_terms{L}(plumb_ball *term, seq w, real t, integer n) =
      \forall integer j; 0 <= j < n ==> is_accurate(term[j], t, el(w, j)) && modest_or_none(el(w, j)); */

#ifdef PLUMB_LEMMAS_TOTAL
#include "spec/number/upward.h"

/* The invariants of the two loops, of n balls around the terms of w.  strided: `sum` is the sequential sum of the
   middles of stride `lane` below j, `spread` that of their radii and of what the additions round off.
   stride_summed: of the whole stride.  strides_summed: of the first so many strides, one added after the other. */
/*@ axiomatic Strides {
      predicate strided(seq w, integer n, integer lane, integer j, real sum, real spread);
      predicate stride_summed(seq w, integer n, integer lane, real sum, real spread);
      predicate strides_summed(seq w, integer n, integer strides, real sum, real spread);
    } */
/* A ball joins; nothing is rounded off where 0 is added. */
/*@ predicate widens(real mid, real rad, real sum, real spread, real new_sum, real new_spread) =
      new_sum == rounded_sum(sum, mid) &&
      (mid != 0.0 ==>
        new_spread == rounded_sum(spread, rounded_sum(rad, rounded_product(\abs(new_sum), 0x1p-53)))) &&
      (mid == 0.0 ==> new_spread == rounded_sum(spread, rounded_sum(rad, 0.0))); */

/*@ lemma stride_none: \forall seq w, integer n, lane; 0 <= n && 0 <= lane < 8 ==>
      strided(w, n, lane, lane, 0.0, 0.0); */
/*@ lemma stride_next: \forall seq w, integer n, lane, j, real mid, rad, s, e, s1, e1;
      strided(w, n, lane, j, s, e) && near(el(w, j), mid, rad) &&
      widens(mid, rad, s, e, s1, e1) ==> strided(w, n, lane, j + 8, s1, e1); */
/*@ lemma stride_end: \forall seq w, integer n, lane, j, real s, e;
      strided(w, n, lane, j, s, e) && n <= j < n + 8 ==> stride_summed(w, n, lane, s, e); */
/*@ lemma strides_none: \forall seq w, integer n; 0 <= n ==> strides_summed(w, n, 0, 0.0, 0.0); */
/*@ lemma strides_next: \forall seq w, integer n, lane, real s, e, part, width, s1, e1;
      strides_summed(w, n, lane, s, e) && stride_summed(w, n, lane, part, width) &&
      widens(part, width, s, e, s1, e1) ==>
      strides_summed(w, n, lane + 1, s1, e1); */
/*@ lemma strides_near: \forall seq w, integer n, real s, e; n <= 0x40000000 && strides_summed(w, n, 8, s, e) ==>
      near(total(w, n), s, product_up(e, 0x1.0001p0)); */

/* The same sums of accurate_terms: nothing overflows, and with every addition they are less accurate by 2^-51. */
/*@ axiomatic AccurateStrides {
      predicate stride_accurate(seq w, real t, integer n, integer lane, integer j, real sum, real spread);
      predicate whole_stride_accurate(seq w, real t, integer n, integer lane, real sum, real spread);
      predicate strides_accurate(seq w, real t, integer n, integer strides, real sum, real spread);
    } */
/*@ predicate join_in_range(real sum, real spread, real mid, real rad) =
      ranged(rounded_sum(sum, mid)) && ranged(rounded_product(\abs(rounded_sum(sum, mid)), 0x1p-53)) &&
      ranged(rounded_sum(rad, rounded_product(\abs(rounded_sum(sum, mid)), 0x1p-53))) &&
      ranged(rounded_sum(spread, rounded_sum(rad, rounded_product(\abs(rounded_sum(sum, mid)), 0x1p-53)))) &&
      ranged(rounded_sum(rad, 0.0)) && ranged(rounded_sum(spread, rounded_sum(rad, 0.0))); */
/*@ lemma stride_begins: \forall seq w, real t, integer n, lane;
      0 <= lane < 8 ==> stride_accurate(w, t, n, lane, lane, 0.0, 0.0); */
/*@ lemma stride_in_range: \forall seq w, real t, s, e, mid, rad, integer n, lane, j;
      0 <= n <= 0x10000000 && j < n && 0.0 <= t <= 0.0625 && stride_accurate(w, t, n, lane, j, s, e) &&
      accurate(mid, rad, t, el(w, j)) && modest_or_none(el(w, j)) ==> join_in_range(s, e, mid, rad); */
/*@ lemma stride_goes_on: \forall seq w, real t, s, e, mid, rad, s1, e1, integer n, lane, j;
      0 <= n <= 0x10000000 && j < n && 0.0 <= t <= 0.0625 && stride_accurate(w, t, n, lane, j, s, e) &&
      accurate(mid, rad, t, el(w, j)) && modest_or_none(el(w, j)) && widens(mid, rad, s, e, s1, e1) ==>
      stride_accurate(w, t, n, lane, j + 8, s1, e1); */
/*@ lemma stride_ends: \forall seq w, real t, s, e, integer n, lane, j;
      0 <= n <= j < n + 8 && t >= 0.0 && stride_accurate(w, t, n, lane, j, s, e) ==>
      whole_stride_accurate(w, t, n, lane, s, e); */
/*@ lemma strides_begin: \forall seq w, real t, integer n; 0 <= n ==> strides_accurate(w, t, n, 0, 0.0, 0.0); */
/*@ lemma strides_in_range: \forall seq w, real t, s, e, part, width, integer n, lane;
      0 <= n <= 0x10000000 && lane < 8 && 0.0 <= t <= 0.0625 && strides_accurate(w, t, n, lane, s, e) &&
      whole_stride_accurate(w, t, n, lane, part, width) ==> join_in_range(s, e, part, width); */
/*@ lemma strides_go_on: \forall seq w, real t, s, e, part, width, s1, e1, integer n, lane;
      0 <= n <= 0x10000000 && lane < 8 && 0.0 <= t <= 0.0625 && strides_accurate(w, t, n, lane, s, e) &&
      whole_stride_accurate(w, t, n, lane, part, width) && widens(part, width, s, e, s1, e1) ==>
      strides_accurate(w, t, n, lane + 1, s1, e1); */
/*@ lemma strides_end: \forall seq w, real t, s, e, integer n;
      0 <= n <= 0x10000000 && 0.0 <= t <= 0.0625 && strides_accurate(w, t, n, 8, s, e) ==>
      ranged(rounded_product(e, 0x1.0001p0)) && (total(w, n) != 0.0 ==> moderate(total(w, n)) &&
      accurate(s, product_up(e, 0x1.0001p0), 2.0 * t + (n + 80.0) * 0x1p-52, total(w, n))); */
#endif
#endif
