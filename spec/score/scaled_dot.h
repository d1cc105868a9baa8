/* spec/score/scaled_dot.h - score[j] = scale * sum_c query[c] key[j][c]   (arXiv 2410.10781, section 2). */
#ifndef PLUMB_SPEC_SCORE_SCALED_DOT_H
#define PLUMB_SPEC_SCORE_SCALED_DOT_H
#include "spec/number/sum.h"

/*@ axiomatic ScaledDot { logic seq scaled_dots(real scale, seq query, seq key, integer head_dim); } */
#ifdef PLUMB_DEFINITIONS
/*@ lemma scaled_dots_is: \forall real s, seq q, k, integer d, j;
      el(scaled_dots(s, q, k, d), j) == s * dots(q, drop(k, place(j, d, 0)), d); */
#endif
/*@ lemma scaled_dots_element: \forall real s, seq q, k, integer d, j;
      el(scaled_dots(s, q, k, d), j) == rmul(s, dots(q, drop(k, place(j, d, 0)), d)); */

/* The radius of a score of n dimensions: p and q bound the norms of the query and the key, the scale is within
   `rad` of `mid`.  No exact product exceeds p q, and the computed one is within roundings p q of it, so that
   `mid` times that is off by (|mid| roundings + rad) p q, and when rounded by 2^-53 of its size more.  2^-24 of this
   covers the two roundings of the radius, 2^-1000 and |mid| times as much what underflows. */
/*@ logic real score_reach(integer n, real p, real mid, real rad) =
      product_up(sum_up(product_up(roundings_up(dot_depth(n)), \abs(mid)), rad), p); */
/*@ logic real score_underflow(real mid) = product_up(\abs(mid), 0x1p-1000); */
/*@ logic real score_radius(real reach, real q, real underflow, real size) =
      rounded_fused(reach, q, rounded_fused(size, 0x1.000001p-53, underflow)); */

#ifdef PLUMB_LEMMAS_SCALED_DOT
/*@ lemma scaled_dot_near: \forall integer n, real exact, xx, yy, total, part, p, q, s, mid, rad;
      0 <= n <= 0x40000000 && dotted(n, n, exact, xx, yy, total, part) &&
      p >= 0.0 && q >= 0.0 && xx <= rmul(p, p) && yy <= rmul(q, q) && near(s, mid, rad) ==>
      near(rmul(s, exact), rounded_product(mid, total),
           score_radius(score_reach(n, p, mid, rad), q, score_underflow(mid), \abs(rounded_product(mid, total)))); */
#endif
#endif
