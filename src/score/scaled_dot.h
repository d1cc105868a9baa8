/* scaled_dot.h - scores: score[j] = scale * sum_c query[c] * key[j][c].

   Source: arXiv 2410.10781, section 2; Vaswani et al. 2017, 3.2.1.  query [head_dim],
   key [keys][head_dim], score [keys].  Only visible keys are read; the others get a ball without
   information.  A key that is not finite gives a ball without information.

   The radius is (|scale.mid| roundings + scale.rad) |query| |key| + 2^-53 |mid|, as by the Cauchy-Schwarz
   inequality no product exceeds that of the norms.  What stands before |key| is the same for all keys
   of a query, so that a radius takes two fused operations.
   Where the elements of query and visible keys are at most p and q in size, the scale is known to t s and at most
   (1 + t) s in size, p, q and s lie between 2^-250 and 2^250, t <= 1 and 0 < head_dim <= 2^28, a visible score is a
   ball of a radius of at most ((head_dim / 16 + 17) 2^-51 + 2 t) s head_dim p head_dim q. */
#ifndef PLUMB_SCORE_SCALED_DOT_H
#define PLUMB_SCORE_SCALED_DOT_H
#include "number/fused.h"
#include "number/norm.h"
#include "number/sum.h"
#include "spec/score/scaled_dot.h"

/* The reach of a query: how far the score of a key of norm 1 is off before its own rounding; norm is that of the
   query. */
/*@ assigns \nothing;
    ensures value: head_dim <= PLUMB_MOST_TERMS && \is_finite(\result) ==>
      \is_finite(norm) && \is_finite(scale.mid) && \is_finite(scale.rad) &&
      \result == score_reach(head_dim, norm, scale.mid, scale.rad);
    ensures finite:
      head_dim <= PLUMB_MOST_TERMS && \is_finite(norm) && \is_finite(scale.mid) && \is_finite(scale.rad) &&
      reach_in_range(head_dim, norm, scale.mid, scale.rad) ==>
      \is_finite(\result);
*/
static inline double plumb_score_reach(double norm, size_t head_dim, plumb_ball scale) {
    double roundings = plumb_roundings_up(plumb_dot_depth(head_dim));
    double product = plumb_product_up(roundings, plumb_absolute(scale.mid));
    return plumb_product_up(plumb_sum_up(product, scale.rad), norm);
}

/* What underflows, in the product before it is scaled and after. */
/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(scale.mid) && \result == score_underflow(scale.mid);
    ensures finite:
      \is_finite(scale.mid) && ranged(rounded_product(\abs(scale.mid), 0x1p-1000)) ==> \is_finite(\result);
*/
static inline double plumb_score_underflow(plumb_ball scale) {
    return plumb_product_up(plumb_absolute(scale.mid), 0x1p-1000);
}

/* The radius of a score, from the reach of its query, the norm of its key and the size of its middle.  It is not
   finite where one of these is not, so that a finite radius needs no look at the middle. */
/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==>
      \is_finite(reach) && \is_finite(norm) && \is_finite(underflow) && \is_finite(size) &&
      \result == score_radius(reach, norm, underflow, size);
    ensures finite: \is_finite(reach) && \is_finite(norm) && \is_finite(underflow) && \is_finite(size) &&
      radius_in_range(reach, norm, underflow, size) ==> \is_finite(\result);
*/
static inline double plumb_score_radius(double reach, double norm, double underflow, double size) {
    return plumb_fused(reach, norm, plumb_fused(size, 0x1.000001p-53, underflow));
}

/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1));
    requires apart: scores_apart(score, query, key, visible, keys, head_dim);
    assigns score[0 .. keys - 1];
    ensures encloses: \forall seq q, k, subset m, real s;
      \old(query_and_keys(query, key, visible, q, k, m, keys, head_dim)) && in_ball(scale, s) ==>
      encloses_among(score, scaled_dots(s, q, k, head_dim), m, keys);
    ensures tight: \forall seq q, k, subset m, real a, b, s, t;
      \old(bounded_row(query, key, visible, q, k, m, a, b, keys, head_dim)) && score_sizes(head_dim, a, b, s, t) &&
      is_tight(scale, t, s) ==>
      all_tight(score, m, score_accuracy(head_dim, t), score_size(head_dim, a, b, s), keys);
*/
void plumb_scaled_dot(const double *query, const double *key, const unsigned char *visible,
                      size_t keys, size_t head_dim, plumb_ball scale, plumb_ball *score);
#endif
