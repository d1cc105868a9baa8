/* spec/budget/gradient_sum.h - the sums of a backward pass, of numbers as computed times exact ones: dq and dk with the
   scale, dv without it (spec/budget.md, section 24).  Definitions: proofs/model/gradient_sum.v. */
#ifndef PLUMB_SPEC_BUDGET_GRADIENT_SUM_H
#define PLUMB_SPEC_BUDGET_GRADIENT_SUM_H
#include "spec/budget/products.h"
#include "spec/budget/score.h"
#include "spec/budget/widened.h"
#include "spec/number/log.h"

/* Where the scale multiplies: the values, the weights, the sum of each tile, or what comes of these.  Or its root
   multiplies the values and sums; or what is left of it beside log 2 does, since exponentials are taken to the base 2,
   and log 2 multiplies sums. */
#define PLUMB_SCALE_NOWHERE 0
#define PLUMB_SCALE_VALUE 1
#define PLUMB_SCALE_WEIGHT 2
#define PLUMB_SCALE_TILE 3
#define PLUMB_SCALE_END 4
#define PLUMB_SCALE_ROOT_TILE 5
#define PLUMB_SCALE_ROOT_END 6
#define PLUMB_SCALE_BASE_TILE 7
#define PLUMB_SCALE_BASE_END 8
#define PLUMB_SCALE_PLACES 9
/* does it multiply there?  1 or 0; and x if `has` is not 0, y if it is */
/*@ axiomatic ScalePlaces {
      logic integer scales_value(integer place);
      logic integer scales_weight(integer place);
      logic integer scales_tile(integer place);
      logic integer scales_end(integer place);
      logic real chosen(integer has, real x, real y);
    } */
/*@ lemma scales_value_is: \forall integer p; scales_value(p) == (p == 1 || 5 <= p ? 1 : 0); */
/*@ lemma scales_weight_is: \forall integer p; scales_weight(p) == (p == 2 ? 1 : 0); */
/*@ lemma scales_tile_is: \forall integer p; scales_tile(p) == (p == 3 || p == 5 || p == 7 ? 1 : 0); */
/*@ lemma scales_end_is: \forall integer p; scales_end(p) == (p == 4 || p == 6 || p == 8 ? 1 : 0); */
/*@ lemma chosen_is: \forall integer has, real x, y; chosen(has, x, y) == (has != 0 ? x : y); */

/* the parts of the scale: f of values or weights, g of sums */
/*@ predicate scale_divided(integer place, real scale, real f, real g) =
      place == 5 || place == 6 ? 0.0 < f && g == f && rmul(f, f) == scale :
      7 <= place ? f == rdiv(scale, rlog(2.0)) && g == rlog(2.0) : f == scale && g == scale; */
/* x is such a part as an input, if there is one; otherwise 1 */
/*@ predicate part_computed(seq u, seq t, integer has, real part, real x) =
      has != 0 ? rounded_in(u, t, 0, part, x) : x == 1.0; */
/* of the values a, of the weights b, of a tile c, of the end d */
/*@ predicate parts_computed(seq u, seq t, integer place, real scale, real a, real b, real c, real d) =
      \exists real f, g; scale_divided(place, scale, f, g) && part_computed(u, t, scales_value(place), f, a) &&
        part_computed(u, t, scales_weight(place), f, b) && part_computed(u, t, scales_tile(place), g, c) &&
        part_computed(u, t, scales_end(place), g, d); */

/* w is the value v, scaled and stored as an input, as it is multiplied */
/*@ predicate value_scaled(seq u, seq t, integer has, real a, real v, real w) =
      has != 0 ? (\exists real e; rounded_in(u, t, 0, rmul(a, v), e) && rounded_in(u, t, 1, e, w)) :
      rounded_in(u, t, 1, v, w); */
/* p is the weight x, scaled, as it is stored and multiplied */
/*@ predicate weight_scaled(seq u, seq t, integer has, real b, real x, real p) =
      has != 0 ? (\exists real e; rounded_in(u, t, 6, rmul(b, x), e) && rounded_in(u, t, 5, e, p)) :
      rounded_in(u, t, 5, x, p); */
/* y is the sum s, stored as a tensor among the scores, times c */
/*@ predicate sum_multiplied(seq u, seq t, integer has, real c, real s, real y) =
      has != 0 ? (\exists real e; rounded_in(u, t, 3, s, e) && rounded_in(u, t, 6, rmul(c, e), y)) : y == s; */
/* tiles_summed: s is the sum of the first n products p_j w_j.  They lie in r + 1 tiles at most.  Each tile is summed in
   any order, at most k roundings on the way of a product, and multiplied as above.  The tiles are added in any order,
   at most r times on the way of each what is added is rounded and stored as a result. */
/*@ axiomatic GradientSum {
      predicate tiles_summed(seq u, seq t, integer has, real c, seq p, seq w, integer n, integer k, integer r, real s);
    } */
/* s is the sum of the first n weights x times values v, and the scale's parts a, b and c, which are there or not */
/*@ predicate tiles_computed(seq u, seq t, integer i, integer j, integer l, real a, real b, real c, seq x, seq v,
                             integer n, integer k, integer r, real s) =
      \exists seq p, w; tiles_summed(u, t, l, c, p, w, n, k, r, s) &&
        \forall integer g; 0 <= g < n ==> weight_scaled(u, t, j, b, el(x, g), el(p, g)) &&
          value_scaled(u, t, i, a, el(v, g), el(w, g)); */
/* z is such a sum with the scale, stored */
/*@ predicate gradient_summed(seq u, seq t, integer place, real scale, seq x, seq v, integer n, integer k, integer r,
                              real z) =
      \exists real a, b, c, d, s, y, o; parts_computed(u, t, place, scale, a, b, c, d) &&
        tiles_computed(u, t, scales_value(place), scales_weight(place), scales_tile(place), a, b, c, x, v, n, k, r, s)
        && sum_multiplied(u, t, scales_end(place), d, s, y) && rounded_in(u, t, 7, y, o) && rounded_in(u, t, 8, o, z);
*/
/* of the pairs in m */
/*@ predicate gradient_gives(seq u, seq t, integer has_scale, real scale, seq x, seq v, subset m, integer n, integer r,
                             real z) =
      \exists integer place; (has_scale != 0 ? 1 <= place < PLUMB_SCALE_PLACES : place == 0) &&
        gradient_summed(u, t, place, scale, visible_of(m, n, x), visible_of(m, n, v), visible_count(m, n),
                        product_steps(m, n, 0), r, z); */

/* ---- by how much they are off ---- */
/* weights and values as they are multiplied, and the sum of a tile */
/*@ logic real weight_unit(seq u, integer has) = chosen(has, joint(el(u, 6), el(u, 5)), el(u, 5)); */
/*@ logic real weight_tiny(seq u, seq t, integer has) =
      chosen(has, rmul(el(t, 6), 1.0 + el(u, 5)) + el(t, 5), el(t, 5)); */
/*@ logic real value_unit(seq u, integer has) = chosen(has, joint(el(u, 0), el(u, 1)), el(u, 1)); */
/*@ logic real value_tiny(seq u, seq t, integer has) =
      chosen(has, rmul(el(t, 0), 1.0 + el(u, 1)) + el(t, 1), el(t, 1)); */
/*@ logic real multiplied_unit(seq u, integer has) = chosen(has, joint(el(u, 3), el(u, 6)), 0.0); */
/*@ logic real multiplied_tiny(seq u, seq t, integer has, real c) =
      chosen(has, rmul(rmul(c, el(t, 3)), 1.0 + el(u, 6)) + el(t, 6), 0.0); */
/* tiles as they are added */
/*@ logic real added_unit(seq u) = joint(el(u, 6), el(u, 7)); */
/*@ logic real added_tiny(seq u, seq t) = rmul(el(t, 6), 1.0 + el(u, 7)) + el(t, 7); */
/*@ predicate bears_tiles(seq u, integer k, integer r) =
      bears_sum(u, k) && rmul((real)r, added_unit(u)) < 1.0; */

/* Of n weights and values, whose total sizes these are: p and q are what weights are off by, as a part of themselves
   and besides, e and f what values are. */
/*@ logic real tile_lost(real p, real q, real e, real f, integer n, real weights, real values) =
      rmul(q, rmul(1.0 + e, values) + rmul((real)n, f)) + rmul(rmul(1.0 + p, f), weights); */
/* of all tiles together, from `terms`, the sizes of the products, and what these lose */
/*@ logic real tile_part(seq u, integer k, real p, real e) = joint(joint(p, e), gamma_up((real)k, el(u, 6))); */
/*@ logic real tile_rest(seq u, seq t, integer k, integer r, real lost) =
      rmul(1.0 + gamma_up((real)k, el(u, 6)), lost + rmul((real)(r + 1), rmul(2.0, rmul((real)k, el(t, 6))))); */
/* multiplied by c, in size: g and h are what each is off by, a part of itself and besides */
/*@ logic real multiplied_off(integer r, real c, real g, real h, real part, real rest, real terms) =
      rmul(c, rmul(joint(part, g), terms) + rmul(1.0 + g, rest)) + rmul((real)(r + 1), h); */
/* and added up, from the sizes of what is added, and what it is off by */
/*@ logic real added_off(seq u, seq t, integer r, real off, real size) =
      off + rmul(gamma_up((real)r, added_unit(u)), size + off)
        + rmul(1.0 + gamma_up((real)r, added_unit(u)), rmul(2.0, rmul((real)r, added_tiny(u, t)))); */
/* a, b and c are sizes of the scale's parts, i, j and l say whether these are there */
/*@ logic real tiles_off(seq u, seq t, integer i, integer j, integer l, real a, real b, real c, integer n, integer k,
                         integer r, real terms, real weights, real values) =
      added_off(u, t, r,
                multiplied_off(r, c, multiplied_unit(u, l), multiplied_tiny(u, t, l, c),
                               tile_part(u, k, weight_unit(u, j), value_unit(u, i)),
                               tile_rest(u, t, k, r, tile_lost(weight_unit(u, j), weight_tiny(u, t, j),
                                                               value_unit(u, i), value_tiny(u, t, i), n,
                                                               rmul(b, weights), rmul(a, values))),
                               rmul(rmul(a, b), terms)),
                rmul(c, rmul(rmul(a, b), terms))); */
/*@ predicate parts_or_one(integer i, integer j, integer l, real a, real b, real c) =
      (i == 0 ==> a == 1.0) && (j == 0 ==> b == 1.0) && (l == 0 ==> c == 1.0); */
/*@ lemma tiles_within: \forall seq u, t, x, v, subset m, integer n, k, r, i, j, l, real a, b, c, s;
      is_roundings(u, t) && bears_tiles(u, k, r) && 0 <= k && 0 <= r && parts_or_one(i, j, l, a, b, c) &&
      tiles_computed(u, t, i, j, l, a, b, c, visible_of(m, n, x), visible_of(m, n, v), visible_count(m, n), k, r, s) ==>
      near(s, rmul(c, rmul(rmul(a, b), products_of(x, v, m, n))),
           tiles_off(u, t, i, j, l, \abs(a), \abs(b), \abs(c), visible_count(m, n), k, r, product_sizes(x, v, m, n),
                     visible_total(absolutes(x), m, n), visible_total(absolutes(v), m, n))); */
/* the root of the scale by its logarithm */
/*@ lemma root_by_logarithm: \forall real f, scale; 0.0 < f && rmul(f, f) == scale ==>
      f == rexp(rmul(rlog(scale), 0.5)); */
#endif
