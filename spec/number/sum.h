/* spec/number/sum.h - sums of products: how far a computed one is from the exact one. */
#ifndef PLUMB_SPEC_NUMBER_SUM_H
#define PLUMB_SPEC_NUMBER_SUM_H
#include "spec/number/fused.h"
#include "spec/number/norm.h"
#include "spec/number/upward.h"

/* summed(depth, operations, exact, size, computed): `computed` is a floating-point evaluation of a
   sum of products `exact`, in any order and association, by at most `operations` roundings, of
   which at most `depth` lie on the way of any one product (its own included); `size` is the sum of
   the products' absolute values.  With u = 2^-53 and h = 2^-1074:
       |computed - exact| <= ((1 + u)^depth - 1) size + operations h (1 + u)^depth,  |exact| <= size. */
/*@ axiomatic Sum { predicate summed(integer depth, integer operations, real exact, real size, real computed); } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma summed_nothing: summed(0, 0, 0.0, 0.0, 0.0); */
/*@ lemma summed_product: \forall real x, y; summed(1, 1, x * y, \abs(x * y), rounded_product(x, y)); */
/* one product more, fused into a partial sum */
/*@ lemma summed_fused: \forall integer d, m, real x, a, s, p, q; summed(d, m, x, a, s) ==>
      summed(d + 1, m + 1, x + p * q, a + \abs(p * q), rounded_fused(p, q, s)); */
/* two partial sums, however each was made, joined by one addition: holds for every order */
/*@ lemma summed_join: \forall integer d, e, m, n, real x, y, a, b, s, t;
      summed(d, m, x, a, s) && summed(e, n, y, b, t) ==>
      summed(\max(d, e) + 1, m + n + 1, x + y, a + b, rounded_sum(s, t)); */
/*@ lemma summed_deeper: \forall integer d, e, m, n, real x, a, s;
      d <= e && m <= n && summed(d, m, x, a, s) ==> summed(e, n, x, a, s); */
#endif

/* the most roundings on the way of one product: in its block, and at the ends of blocks */
/*@ logic integer dot_depth(integer n) = \min(n, 16) + n / 16 + 1; */
/*@ logic integer weight_depth(integer n) = \min(n, 64) + n / 64 + 1; */
/* a little more than depth 2^-53 */
/*@ logic real roundings_up(integer depth) = rounded_product((real)depth, 0x1.0001p-53); */
/* the radius of a dot product of n terms, from bounds of the norms of its vectors */
/*@ logic real dot_radius(integer n, real p, real q) = product_up(product_up(roundings_up(dot_depth(n)), p), q); */
/* Of vectors of balls: p and u bound the norms of the middles and of the radii of the first one, q and v those of the
   second.  The exact product is within p v + u q + u v of that of the middles. */
/*@ logic real middle_reach(integer n, real p, real u) = sum_up(product_up(roundings_up(dot_depth(n)), p), u); */
/*@ logic real radius_reach(real p, real u) = sum_up(p, u); */
/*@ logic real ball_dot_radius(integer n, real p, real u, real q, real v) =
      sum_up(rounded_product(middle_reach(n, p, u), q), rounded_product(radius_reach(p, u), v)); */
/* p and u bound the norms of the middles and of the radii of the balls. */
/*@ predicate norms_within{L}(plumb_ball *b, integer n, real p, real u) =
      (\forall seq m; middles(b, m, n) ==> p >= 0.0 && dots(m, m, n) <= rmul(p, p)) &&
      (\forall seq r; radii(b, r, n) ==> u >= 0.0 && dots(r, r, n) <= rmul(u, u)); */
/* The radius of a dot product of two vectors of n numbers, of at most p and q in size, is at most dot_accuracy(n) of
   dot_size(n, p, q) = n p n q. */
/*@ axiomatic DotSize { logic real dot_size(integer n, real p, real q); } */
/*@ logic real dot_accuracy(integer n) = (real)dot_depth(n) * 0x1p-51; */
/* The radius of a weighted sum of n balls, each within t of its size, with values of at most q, is at most
   weighted_accuracy(t, n) of the total of the sizes times q. */
/*@ logic real weighted_accuracy(real t, integer n) = 2.0 * t + (real)weight_depth(n) * 0x1p-51; */
/* dotted: before term i of the loop of a dot product of n terms, `exact` is the sum of the products so far, xx and yy
   are those of the squares of their factors; `total` and `part` are as computed.  At the end the part is empty. */
/*@ axiomatic Dotted {
      predicate dotted(integer n, integer i, real exact, real xx, real yy, real total, real part);
    } */
/* What a weight adds to the share of its group.  Coefficients and shares are rounded to nearest: the last factor of the
   radius covers what that loses relative to a share, and 2^-1000, from which each share starts, what is lost among
   subnormal numbers. */
/*@ logic real weight_coefficient(real mid, real rad, real gamma) = rounded_fused(gamma, \abs(mid), rad); */

#ifdef PLUMB_LEMMAS_SUM
/* Term i is the last of its block, or of all. */
/*@ predicate ends(integer i, integer n, integer block) = (i + 1) % block == 0 || i + 1 == n; */
/* After term i the sum of its block joins the total, if it ends there. */
/*@ predicate closing(integer i, integer n, integer block, real total, real part, real total1, real part1) =
      (ends(i, n, block) ==> total1 == rounded_sum(total, part) && part1 == 0.0) &&
      (!ends(i, n, block) ==> total1 == total && part1 == part); */
/* The part of a group in the radius joins the spread. */
/*@ predicate grouping(integer i, integer n, integer group, real spread, real share, real largest, real spread1,
                       real share1, real largest1) =
      (ends(i, n, group) ==>
       spread1 == rounded_fused(share, largest, spread) && share1 == 0x1p-1000 && largest1 == 0.0) &&
      (!ends(i, n, group) ==> spread1 == spread && share1 == share && largest1 == largest); */

/* The invariants of the loop of a weighted sum, of n terms and before term i.
   blended: as dotted, where the first factors are only known to lie in balls; `spread`, `share` and
   `largest` are what the radius is made of.  pending: so, after term i and before blocks are ended. */
/*@ axiomatic Blocks {
      predicate blended(integer n, integer i, real exact, real sum, real part, real spread, real share, real largest);
      predicate pending(integer n, integer i, real exact, real sum, real part, real spread, real share, real largest);
    } */

/*@ lemma dotted_none: \forall integer n; n >= 0 ==> dotted(n, 0, 0.0, 0.0, 0.0, 0.0, 0.0); */
/*@ lemma dotted_next: \forall integer n, i, real exact, xx, yy, x, y, total, part, total1, part1;
      i < n && dotted(n, i, exact, xx, yy, total, part) &&
      closing(i, n, 16, total, rounded_fused(x, y, part), total1, part1) ==>
      dotted(n, i + 1, exact + rmul(x, y), xx + rmul(x, x), yy + rmul(y, y), total1, part1); */
/*@ lemma dotted_near: \forall integer n, real exact, xx, yy, p, q, total, part;
      0 <= n <= 0x40000000 && dotted(n, n, exact, xx, yy, total, part) &&
      p >= 0.0 && q >= 0.0 && xx <= rmul(p, p) && yy <= rmul(q, q) ==>
      near(exact, total, dot_radius(n, p, q)); */

#ifdef PLUMB_LEMMAS_DOT_TIGHT
/*@ lemma gathered_fused_in_range: \forall integer i, real p, q, total, part, x, y;
      0 <= i < 0x10000000 && modest(p) && modest(q) && gathered(i, rmul(p, q), total, part) && \abs(x) <= p &&
      \abs(y) <= q ==>
      ranged(rounded_fused(x, y, part)) && ranged(rounded_sum(total, rounded_fused(x, y, part))); */
/*@ lemma gathered_fused: \forall integer n, i, real p, q, total, part, x, y, total1, part1;
      0 <= i < 0x10000000 && modest(p) && modest(q) && gathered(i, rmul(p, q), total, part) && \abs(x) <= p &&
      \abs(y) <= q && closing(i, n, 16, total, rounded_fused(x, y, part), total1, part1) ==>
      gathered(i + 1, rmul(p, q), total1, part1); */
/*@ lemma gathered_less: \forall integer i, real size, total, part;
      gathered(i, size, total, part) ==> gathered(i, size, total, 0.0); */
/*@ lemma dot_tight: \forall integer n, real p, q, total, a, b; 0 < n <= 0x10000000 && modest(p) && modest(q) &&
      gathered(n, rmul(p, q), total, 0.0) && a >= 0.0 && b >= 0.0 && norm_within(a, n, p) && norm_within(b, n, q) ==>
      ranged(roundings_up(dot_depth(n))) && ranged(rounded_product(roundings_up(dot_depth(n)), a)) &&
      ranged(rounded_product(product_up(roundings_up(dot_depth(n)), a), b)) &&
      tight(total, dot_radius(n, a, b), dot_accuracy(n), dot_size(n, p, q)); */
#endif

/* each x within its radius of its middle */
/*@ predicate surround(seq m, seq r, seq x, integer n) =
      \forall integer k; 0 <= k < n ==> near(el(x, k), el(m, k), el(r, k)); */
/*@ lemma encloses_opens{L}: \forall plumb_ball *b, seq x, integer n; inform(b, n) && encloses(b, x, n) ==>
      \exists seq m, r; middles(b, m, n) && radii(b, r, n) && surround(m, r, x, n); */
/*@ lemma ball_dotted_near: \forall integer n, seq a, r, x, b, s, y, real p, u, q, v, total, part;
      0 <= n <= 0x40000000 && dotted(n, n, dots(a, b, n), dots(a, a, n), dots(b, b, n), total, part) &&
      surround(a, r, x, n) && surround(b, s, y, n) && p >= 0.0 && u >= 0.0 && q >= 0.0 && v >= 0.0 &&
      dots(a, a, n) <= rmul(p, p) && dots(r, r, n) <= rmul(u, u) && dots(b, b, n) <= rmul(q, q) &&
      dots(s, s, n) <= rmul(v, v) ==>
      near(dots(x, y, n), total, ball_dot_radius(n, p, u, q, v)); */

/*@ lemma blended_none: \forall integer n; n >= 0 ==> blended(n, 0, 0.0, 0.0, 0.0, 0.0, 0x1p-1000, 0.0); */
/*@ lemma blended_skips: \forall integer n, i, real exact, sum, part, spread, share, largest;
      i < n && blended(n, i, exact, sum, part, spread, share, largest) ==>
      pending(n, i, exact, sum, part, spread, share, largest); */
/*@ lemma blended_takes: \forall integer n, i, real exact, x, mid, rad, y, sum, part, spread, share, largest;
      i < n && blended(n, i, exact, sum, part, spread, share, largest) && near(x, mid, rad) ==>
      pending(n, i, exact + rmul(x, y), sum, rounded_fused(mid, y, part), spread,
              rounded_sum(share, weight_coefficient(mid, rad, roundings_up(weight_depth(n)))),
              \max(largest, \abs(y))); */
/*@ lemma blended_closes: \forall integer n, i, real exact, sum, part, spread, share, largest,
        sum1, part1, spread1, share1, largest1;
      pending(n, i, exact, sum, part, spread, share, largest) &&
      closing(i, n, 64, sum, part, sum1, part1) &&
      grouping(i, n, 8, spread, share, largest, spread1, share1, largest1) ==>
      blended(n, i + 1, exact, sum1, part1, spread1, share1, largest1); */
/*@ lemma blended_near: \forall integer n, real exact, sum, part, spread, share, largest;
      0 <= n <= 0x40000000 && blended(n, n, exact, sum, part, spread, share, largest) ==>
      near(exact, sum, product_up(spread, 0x1.0001p0)); */

/* Sizes w_j of weights within t of them, and values of at most q: nothing is too large or too small for a tight sum. */
/*@ predicate sized(integer n, seq w, subset m, real t, real q) =
      0 <= n <= 0x10000000 && 0.0 <= t <= 1.0 && modest(q) && moderate(visible_total(w, m, n)) &&
      moderate(rmul(visible_total(w, m, n), q)) && \forall integer j; 0 <= j < n && among(m, j) ==> el(w, j) >= 0.0; */
/* Such weights and values in memory. */
/*@ predicate tight_products{L}(plumb_ball *weight, unsigned char *visible, double *value, seq w, subset m, integer n,
                                integer width, integer column, real t, real q) =
      shows(visible, m, n) && tight_among(weight, w, m, t, n) && bounded_column(value, m, n, width, column, q) &&
      sized(n, w, m, t, q); */
/* As blended and pending, from above: nothing is more than the sizes so far times q allow. */
/*@ axiomatic BoundedBlocks {
      predicate bounded_blend(integer n, integer i, seq w, subset m, real t, real q,
                              real sum, real part, real spread, real share, real largest);
      predicate bounded_pending(integer n, integer i, seq w, subset m, real t, real q,
                                real sum, real part, real spread, real share, real largest);
    } */

#ifdef PLUMB_LEMMAS_WEIGHTED_TIGHT
/*@ lemma tight_size: \forall real mid, rad, t, size; t >= 0.0 && tight(mid, rad, t, size) ==> size >= 0.0; */
/*@ lemma bounded_blend_none: \forall integer n, seq w, subset m, real t, q; sized(n, w, m, t, q) ==>
      bounded_blend(n, 0, w, m, t, q, 0.0, 0.0, 0.0, 0x1p-1000, 0.0); */
/*@ lemma bounded_blend_skips: \forall integer n, i, seq w, subset m, real t, q, sum, part, spread, share, largest;
      i < n && !among(m, i) && bounded_blend(n, i, w, m, t, q, sum, part, spread, share, largest) ==>
      bounded_pending(n, i, w, m, t, q, sum, part, spread, share, largest); */
/*@ lemma bounded_blend_takes:
      \forall integer n, i, seq w, subset m, real t, q, mid, rad, y, sum, part, spread, share, largest;
      i < n && among(m, i) && tight(mid, rad, t, el(w, i)) && \abs(y) <= q &&
      bounded_blend(n, i, w, m, t, q, sum, part, spread, share, largest) ==>
      ranged(weight_coefficient(mid, rad, roundings_up(weight_depth(n)))) &&
      bounded_pending(n, i, w, m, t, q, sum, rounded_fused(mid, y, part), spread,
                      rounded_sum(share, weight_coefficient(mid, rad, roundings_up(weight_depth(n)))),
                      \max(largest, \abs(y))); */
/*@ lemma bounded_pending_in_range: \forall integer n, i, seq w, subset m, real t, q, sum, part, spread, share, largest;
      bounded_pending(n, i, w, m, t, q, sum, part, spread, share, largest) ==>
      ranged(part) && ranged(share) && ranged(rounded_sum(sum, part)) &&
      ranged(rounded_fused(share, largest, spread)); */
/*@ lemma bounded_blend_closes: \forall integer n, i, seq w, subset m, real t, q, sum, part, spread, share, largest,
        sum1, part1, spread1, share1, largest1;
      bounded_pending(n, i, w, m, t, q, sum, part, spread, share, largest) &&
      closing(i, n, 64, sum, part, sum1, part1) &&
      grouping(i, n, 8, spread, share, largest, spread1, share1, largest1) ==>
      bounded_blend(n, i + 1, w, m, t, q, sum1, part1, spread1, share1, largest1); */
/*@ lemma bounded_blend_tight: \forall integer n, seq w, subset m, real t, q, sum, part, spread, share, largest;
      bounded_blend(n, n, w, m, t, q, sum, part, spread, share, largest) ==>
      ranged(rounded_product(spread, 0x1.0001p0)) &&
      tight(sum, product_up(spread, 0x1.0001p0), weighted_accuracy(t, n), rmul(visible_total(w, m, n), q)); */
/*@ lemma roundings_in_range: \forall integer n; 0 <= n <= 0x10000000 ==> ranged(roundings_up(weight_depth(n))); */
#endif
#endif
#endif
