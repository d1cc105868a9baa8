/* spec/aggregate/sharp.h - sums of products in blocks of 16, whose first factors are balls, with a radius to which each
   product adds its own part. */
#ifndef PLUMB_SPEC_AGGREGATE_SHARP_H
#define PLUMB_SPEC_AGGREGATE_SHARP_H
#include "spec/number/sum.h"

#ifdef PLUMB_LEMMAS_SUM
/* The invariant of the loop of such a sum, of n terms and before term i: as dotted, where the first factors are only
   known to lie in balls; `spread` is what the radius is made of. */
/*@ axiomatic Sharpened {
      predicate sharpened(integer n, integer i, real exact, real sum, real part, real spread);
    } */
/* A product of a factor in a ball, and of one of this size, joins the spread: the share of a group of one. */
/*@ logic real sharp_spread(integer n, real mid, real rad, real size, real spread) =
      rounded_fused(rounded_sum(0x1p-1000, weight_coefficient(mid, rad, roundings_up(dot_depth(n)))), size, spread); */

/*@ lemma sharpened_none: \forall integer n; n >= 0 ==> sharpened(n, 0, 0.0, 0.0, 0.0, 0.0); */
/*@ lemma sharpened_skips: \forall integer n, i, real exact, sum, part, spread, sum1, part1;
      i < n && sharpened(n, i, exact, sum, part, spread) && closing(i, n, 16, sum, part, sum1, part1) ==>
      sharpened(n, i + 1, exact, sum1, part1, spread); */
/*@ lemma sharpened_takes: \forall integer n, i, real exact, x, mid, rad, y, sum, part, spread, sum1, part1;
      i < n && sharpened(n, i, exact, sum, part, spread) && near(x, mid, rad) &&
      closing(i, n, 16, sum, rounded_fused(mid, y, part), sum1, part1) ==>
      sharpened(n, i + 1, exact + rmul(x, y), sum1, part1, sharp_spread(n, mid, rad, \abs(y), spread)); */
/*@ lemma sharpened_near: \forall integer n, real exact, sum, part, spread;
      0 <= n <= 0x40000000 && sharpened(n, n, exact, sum, part, spread) ==>
      near(exact, sum, product_up(spread, 0x1.0001p0)); */
#endif
#endif
