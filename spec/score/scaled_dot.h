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
/* What the radius of a score is made of does not overflow. */
/*@ predicate reach_in_range(integer n, real p, real mid, real rad) =
      ranged(roundings_up(dot_depth(n))) && ranged(rounded_product(roundings_up(dot_depth(n)), \abs(mid))) &&
      ranged(rounded_sum(product_up(roundings_up(dot_depth(n)), \abs(mid)), rad)) &&
      ranged(rounded_product(sum_up(product_up(roundings_up(dot_depth(n)), \abs(mid)), rad), p)); */
/*@ predicate radius_in_range(real reach, real q, real underflow, real size) =
      ranged(rounded_fused(size, 0x1.000001p-53, underflow)) && ranged(score_radius(reach, q, underflow, size)); */

/* How wide a score is beside its size, where the elements of the query and of the key are at most p and q in size, and
   the scale is known to t of its own size s. */
/*@ logic real score_size(integer n, real p, real q, real s) = rmul(s, dot_size(n, p, q)); */
/*@ logic real score_accuracy(integer n, real t) = dot_accuracy(n) + 2.0 * t; */
/*@ predicate score_sizes(integer n, real p, real q, real s, real t) =
      0 < n <= 0x10000000 && modest(p) && modest(q) && modest(s) && 0.0 <= t <= 1.0; */
/* the memory of scores is apart from that of the query and of its keys */
/*@ predicate scores_apart{L}(plumb_ball *score, double *query, double *key, unsigned char *visible, integer n,
                              integer d) =
      \separated(score + (0 .. n - 1), query + (0 .. d - 1)) &&
      \separated(score + (0 .. n - 1), key + (0 .. n * d - 1)) &&
      \separated(score + (0 .. n - 1), visible + (0 .. n - 1)); */
/* what the memory of a query, of n keys of d dimensions and of which it sees denotes */
/*@ predicate query_and_keys{L}(double *query, double *key, unsigned char *visible, seq q, seq k, subset m, integer n,
                                integer d) =
      values(query, q, d) && shows(visible, m, n) && rows(key, k, m, n, d); */
/*@ predicate bounded_row{L}(double *query, double *key, unsigned char *visible, seq q, seq k, subset m, real a, real b,
                             integer n, integer d) =
      query_and_keys(query, key, visible, q, k, m, n, d) && bounded(q, a, d) && bounded_rows(k, m, n, d, b); */
/*@ predicate all_tight{L}(plumb_ball *score, subset m, real t, real size, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> is_tight(score[j], t, size); */

#ifdef PLUMB_LEMMAS_SCALED_DOT
/*@ lemma scaled_dot_near: \forall integer n, real exact, xx, yy, total, part, p, q, s, mid, rad;
      0 <= n <= 0x40000000 && dotted(n, n, exact, xx, yy, total, part) &&
      p >= 0.0 && q >= 0.0 && xx <= rmul(p, p) && yy <= rmul(q, q) && near(s, mid, rad) ==>
      near(rmul(s, exact), rounded_product(mid, total),
           score_radius(score_reach(n, p, mid, rad), q, score_underflow(mid), \abs(rounded_product(mid, total)))); */
/*@ lemma row_bounded: \forall seq x, subset m, integer j, n, d, real p;
      0 <= j < n && among(m, j) && bounded_rows(x, m, n, d, p) ==> bounded(drop(x, place(j, d, 0)), p, d); */
/*@ lemma score_tight: \forall integer n, real p, q, s, t, total, a, b, mid, rad; score_sizes(n, p, q, s, t) &&
      gathered(n, rmul(p, q), total, 0.0) && a >= 0.0 && b >= 0.0 && norm_within(a, n, p) && norm_within(b, n, q) &&
      tight(mid, rad, t, s) ==>
      ranged(rounded_product(mid, total)) && reach_in_range(n, a, mid, rad) &&
      ranged(rounded_product(\abs(mid), 0x1p-1000)) &&
      radius_in_range(score_reach(n, a, mid, rad), b, score_underflow(mid), \abs(rounded_product(mid, total))) &&
      tight(rounded_product(mid, total),
            score_radius(score_reach(n, a, mid, rad), b, score_underflow(mid), \abs(rounded_product(mid, total))),
            score_accuracy(n, t), score_size(n, p, q, s)); */
#endif
#endif
