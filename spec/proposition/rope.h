/* spec/proposition/rope.h - repeated tokens with RoPE: no key weighs more than the length of the vectors allows.

   Source: arXiv 2410.10781, appendix on repeated tokens, Proposition 4.  xi = scale |q| |k| bounds every score.
   docs/propositions.md compares the statements. */
#ifndef PLUMB_SPEC_PROPOSITION_ROPE_H
#define PLUMB_SPEC_PROPOSITION_ROPE_H
#include "spec/number/real.h"
#include "spec/position/rope_laws.h"
#include "spec/proposition/repeated.h"

/*@ lemma weights_within: \forall seq x, subset m, integer n, t, i, real xi;
      sees_first(m, n, t) && within(x, xi, t) && 0 <= i < t ==>
      el(softmax(x, m, n), i) <= rdiv(rexp(2.0 * xi), rexp(2.0 * xi) + (t - 1)); */

#ifdef PLUMB_DEFINITIONS
/*@ lemma product_of_lengths: \forall seq q, k, integer d;
      \abs(dots(q, k, d)) <= vector_length(q, d) * vector_length(k, d); */

/*@ lemma rope_scored_is: \forall seq x, q, k, turns, real scale, integer layout, pairs, d, t;
      rope_scored(x, q, k, turns, scale, layout, pairs, d, t) <==>
      0 <= layout <= 2 && 0 <= 2 * pairs <= d && (\forall integer j; 0 <= j < t ==> el(x, j) == scale *
      dots(at_position(q, turns, t - 1, 1.0, layout, pairs), at_position(k, turns, j, 1.0, layout, pairs), d)); */
/* the rows of key are k at its positions, as src/score/feature_dot.h has them of src/position/rotation.h */
/*@ lemma rotated_rows_score: \forall seq q, k, key, turns, real scale, integer layout, pairs, d, t;
      0 <= layout <= 2 && 0 <= 2 * pairs <= d &&
      (\forall integer j, c;
       0 <= j < t && 0 <= c < d ==> el(key, place(j, d, c)) == el(at_position(k, turns, j, 1.0, layout, pairs), c)) ==>
      rope_scored(scaled_dots(scale, at_position(q, turns, t - 1, 1.0, layout, pairs), key, d), q, k, turns, scale,
                  layout, pairs, d, t); */
/* score j is xi times the cosine of an angle that belongs to the distance */
/*@ predicate by_angle(seq x, seq angle, real xi, integer t) =
      \forall integer j; 0 <= j < t ==> el(x, j) == xi * \cos(el(angle, t - 1 - j)); */

/* one angle for each distance, whatever the query's position */
/*@ lemma rope_scores_by_angle: \forall seq q, k, turns, real scale, integer layout, pairs, d; \exists seq angle;
      \forall seq x, integer t; rope_scored(x, q, k, turns, scale, layout, pairs, d, t) ==>
      by_angle(x, angle, scale * vector_length(q, d) * vector_length(k, d), t); */
/* weights_within in ordinary notation */
/*@ lemma bounded_scores_bound_weights: \forall seq x, subset m, integer n, t, i, real xi;
      sees_first(m, n, t) && within(x, xi, t) && 0 <= i < t ==>
      el(softmax(x, m, n), i) <= \exp(2.0 * xi) / (\exp(2.0 * xi) + (t - 1)); */
/* Proposition 4 */
/*@ lemma rope_weights_by_angle: \forall seq x, angle, subset m, integer n, t, i, real xi;
      sees_first(m, n, t) && by_angle(x, angle, xi, t) && xi >= 0.0 && 0 <= i < t ==>
      el(softmax(x, m, n), i) <= \exp(2.0 * xi) / (\exp(2.0 * xi) + (t - 1)); */
/* not without the sign of xi */
/*@ lemma rope_needs_its_sign: \exists seq x, angle, subset m, integer n, t, i, real xi;
      sees_first(m, n, t) && by_angle(x, angle, xi, t) && 0 <= i < t &&
      el(softmax(x, m, n), i) > \exp(2.0 * xi) / (\exp(2.0 * xi) + (t - 1)); */
/*@ lemma rope_weights: \forall seq x, q, k, turns, subset m, integer n, t, i, layout, pairs, d, real scale, xi;
      sees_first(m, n, t) && rope_scored(x, q, k, turns, scale, layout, pairs, d, t) && 0 <= i < t &&
      scale >= 0.0 && xi == scale * vector_length(q, d) * vector_length(k, d) ==>
      el(softmax(x, m, n), i) <= \exp(2.0 * xi) / (\exp(2.0 * xi) + (t - 1)); */
#endif
#endif
