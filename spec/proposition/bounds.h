/* spec/proposition/bounds.h - scores between two bounds, wherever they come from: what weights, sinks and outputs can
   be.

   RoPE keeps every score of repeated tokens between -xi and xi, xi = scale |q| |k| (spec/proposition/rope.h); with a
   multiplier a, xi is max(1, a^2) times that, a^2 times where all elements turn.  Tables of relative biases are bounded
   as well. */
#ifndef PLUMB_SPEC_PROPOSITION_BOUNDS_H
#define PLUMB_SPEC_PROPOSITION_BOUNDS_H
#include "spec/proposition/order.h"
#include "spec/proposition/rope.h"

/*@ predicate between(seq x, real low, real high, integer t) =
      \forall integer j; 0 <= j < t ==> low <= el(x, j) <= high; */

#ifdef PLUMB_DEFINITIONS
/* ---- RoPE ---- */
/* as rope_scored, with a multiplier a */
/*@ predicate rope_multiplied(seq x, seq q, seq k, seq turns, real scale, real a, integer layout, integer pairs,
                              integer d, integer t) =
      0 <= layout <= 2 && 0 <= 2 * pairs <= d &&
      (\forall integer j; 0 <= j < t ==>
       el(x, j) ==
       scale * dots(at_position(q, turns, t - 1, a, layout, pairs), at_position(k, turns, j, a, layout, pairs), d)); */
/*@ lemma rope_scores_between: \forall seq x, q, k, turns, integer t, layout, pairs, d, real scale, a, xi;
      rope_multiplied(x, q, k, turns, scale, a, layout, pairs, d, t) && scale >= 0.0 &&
      xi == scale * (\max(1.0, a * a) * (vector_length(q, d) * vector_length(k, d))) ==> between(x, -xi, xi, t); */
/*@ lemma rope_whole_scores_between: \forall seq x, q, k, turns, integer t, layout, pairs, real scale, a, xi;
      rope_multiplied(x, q, k, turns, scale, a, layout, pairs, 2 * pairs, t) && scale >= 0.0 &&
      xi == scale * (a * a * (vector_length(q, 2 * pairs) * vector_length(k, 2 * pairs))) ==> between(x, -xi, xi, t); */
/* a score belongs to the distance, so that the closed forms of operators_relative.h hold, with c = 0 */
/*@ lemma rope_scores_by_distance: \forall seq q, k, turns, integer layout, pairs, d, real scale, a;
      \exists seq g; \forall seq x, integer t;
      rope_multiplied(x, q, k, turns, scale, a, layout, pairs, d, t) ==> by_distance(x, g, t, 0.0); */
#endif

/* ---- softmax, with a sink, times alpha, with a p-norm, cut ---- */
/*@ lemma softmax_between_bounds: \forall seq x, subset m, integer n, t, i, real low, high;
      sees_first(m, n, t) && between(x, low, high, t) && 0 <= i < t ==>
      1.0 / (1.0 + (t - 1) * \exp(high - low)) <= el(softmax(x, m, n), i) <=
      1.0 / (1.0 + (t - 1) * \exp(low - high)); */
/*@ lemma sink_softmax_between_bounds: \forall seq x, subset m, integer n, t, i, real low, high, s;
      sees_first(m, n, t) && between(x, low, high, t) && 0 <= i < t ==>
      \exp(low) / (\exp(low) + (t - 1) * \exp(high) + \exp(s)) <= el(sink_softmax(x, m, n, s), i) <=
      \exp(high) / (\exp(high) + (t - 1) * \exp(low) + \exp(s)); */
/*@ lemma sink_weight_between_bounds: \forall seq x, subset m, integer n, t, real low, high, s; sees_first(m, n, t) &&
      between(x, low, high, t) ==>
      \exp(s) / (t * \exp(high) + \exp(s)) <= sink_weight(x, m, n, s) <= \exp(s) / (t * \exp(low) + \exp(s)); */
/*@ lemma scaled_softmax_between_bounds: \forall seq x, subset m, integer n, t, i, real low, high, alpha;
      alpha >= 0.0 && sees_first(m, n, t) && between(x, low, high, t) && 0 <= i < t ==>
      alpha / (1.0 + (t - 1) * \exp(high - low)) <= el(scaled_weights(softmax(x, m, n), alpha), i) <=
      alpha / (1.0 + (t - 1) * \exp(low - high)); */
/*@ lemma power_softmax_between_bounds: \forall seq x, subset m, integer n, t, i, real low, high, p; p > 0.0 &&
      sees_first(m, n, t) && between(x, low, high, t) && 0 <= i < t ==>
      \pow(1.0 + (t - 1) * \exp(p * (high - low)), -1.0 / p) <= el(power_softmax(x, m, p, n), i) <=
      \pow(1.0 + (t - 1) * \exp(p * (low - high)), -1.0 / p); */
/*@ lemma clipped_softmax_between_bounds: \forall seq x, subset m, integer n, t, i, real low, high, gamma, zeta;
      gamma <= zeta && sees_first(m, n, t) && between(x, low, high, t) && 0 <= i < t ==>
      \min(1.0, \max(0.0, (zeta - gamma) * (1.0 / (1.0 + (t - 1) * \exp(high - low))) + gamma)) <=
      el(clipped_weights(softmax(x, m, n), gamma, zeta), i) <=
      \min(1.0, \max(0.0, (zeta - gamma) * (1.0 / (1.0 + (t - 1) * \exp(low - high))) + gamma)); */
/* as t grows nothing is left of a weight, nor of a sink */
/*@ lemma bounded_softmax_vanishes: \forall real low, high, bound; bound > 0.0 ==>
      \exists integer N; \forall seq x, subset m, integer n, t, i;
      sees_first(m, n, t) && between(x, low, high, t) && 0 <= i < t && t >= N ==> el(softmax(x, m, n), i) < bound; */
/*@ lemma bounded_power_softmax_vanishes: \forall real low, high, p, bound; p > 0.0 && bound > 0.0 ==>
      \exists integer N; \forall seq x, subset m, integer n, t, i;
      sees_first(m, n, t) && between(x, low, high, t) && 0 <= i < t && t >= N ==>
      el(power_softmax(x, m, p, n), i) < bound; */
/*@ lemma bounded_clipped_softmax_ends: \forall real low, high, gamma, zeta; gamma < 0.0 && gamma <= zeta ==>
      \exists integer N; \forall seq x, subset m, integer n, t, i;
      sees_first(m, n, t) && between(x, low, high, t) && 0 <= i < t && t >= N ==>
      el(clipped_weights(softmax(x, m, n), gamma, zeta), i) == 0.0; */
/* whatever its logit, up to some number */
/*@ lemma bounded_sink_share_vanishes: \forall real low, high, top, bound; bound > 0.0 ==>
      \exists integer N; \forall seq x, subset m, integer n, t, real s;
      sees_first(m, n, t) && between(x, low, high, t) && s <= top && t >= N ==> sink_weight(x, m, n, s) < bound; */

/* ---- softpick has no such bound: a key of score y has all the weight where the other scores are 0 ---- */
/*@ lemma softpick_knows_no_bound: \forall integer t, real y; t >= 1 && y > 0.0 ==> \exists seq x, subset m;
      sees_first(m, t, t) && between(x, 0.0, y, t) && el(softpick(x, m, t, 0.0), 0) == 1.0; */
/* nor has the identity divided by its sum: of two scores between -1 and 1 the sum can be next to nothing */
/*@ lemma identity_by_sum_knows_no_bound: \forall real bound; \exists seq x, subset m; sees_first(m, 2, 2) &&
      between(x, -1.0, 1.0, 2) && el(sum_normalised(identity_weights(x, m), 2, 0.0), 0) > bound; */

/* ---- weights of a key's own score ---- */
/*@ predicate bounded_weights(seq w, integer n, integer t, real low, real high) =
      (\forall integer j; 0 <= j < t ==> low <= el(w, j) <= high) &&
      (\forall integer j; t <= j < n ==> el(w, j) == 0.0); */
/*@ lemma sigmoid_bounded: \forall seq x, subset m, integer n, t, real low, high; sees_first(m, n, t) &&
      between(x, low, high, t) ==> bounded_weights(sigmoid_weights(x, m), n, t, rsigmoid(low), rsigmoid(high)); */
/*@ lemma elu_bounded: \forall seq x, subset m, integer n, t, real low, high; sees_first(m, n, t) &&
      between(x, low, high, t) ==> bounded_weights(elu_weights(x, m), n, t, elu_plus_one(low), elu_plus_one(high)); */
/*@ lemma identity_bounded: \forall seq x, subset m, integer n, t, real low, high; sees_first(m, n, t) &&
      between(x, low, high, t) ==> bounded_weights(identity_weights(x, m), n, t, low, high); */
/*@ lemma bounded_output_grows: \forall seq w, v, subset m, integer n, t, d, k, real low, high, u;
      sees_first(m, n, t) && bounded_weights(w, n, t, low, high) && low >= 0.0 && equal_values(v, m, n, d, k, u) ==>
      t * low * \abs(u) <= \abs(el(aggregate(w, m, v, d, n), k)); */

/* ---- the same divided by what they sum to; weights of either sign have no such bound (counterexamples.h) ---- */
/*@ lemma sum_normalised_between_bounds: \forall seq w, integer n, t, i, real low, high, e; 0 < t <= n &&
      bounded_weights(w, n, t, low, high) && low > 0.0 && e >= 0.0 && 0 <= i < t ==>
      low / (low + (t - 1) * high + e) <= el(sum_normalised(w, n, e), i) <= high / (high + (t - 1) * low + e); */
/*@ lemma absolute_sum_normalised_between_bounds: \forall seq w, integer n, t, i, real low, high, e;
      0 < t <= n && bounded_weights(w, n, t, low, high) && low > 0.0 && e >= 0.0 && 0 <= i < t ==>
      low / (low + (t - 1) * high + e) <= el(absolute_sum_normalised(w, n, e), i) <=
      high / (high + (t - 1) * low + e); */
/*@ lemma at_least_one_normalised_between_bounds: \forall seq w, integer n, t, i, real low, high; 0 < t <= n &&
      bounded_weights(w, n, t, low, high) && low > 0.0 && 0 <= i < t ==>
      low / \max(t * high, 1.0) <= el(at_least_one_normalised(w, n), i) <= high / \max(t * low, 1.0); */
/*@ lemma at_least_one_normalised_never_larger: \forall seq w, integer n, i;
      \abs(el(at_least_one_normalised(w, n), i)) <= \abs(el(w, i)); */
/*@ lemma bounded_sum_normalised_vanishes: \forall real low, high, e, bound;
      0.0 < low <= high && e >= 0.0 && bound > 0.0 ==> \exists integer N;
      \forall seq w, integer n, t, i; 0 < t <= n && bounded_weights(w, n, t, low, high) && 0 <= i < t && t >= N ==>
      el(sum_normalised(w, n, e), i) < bound; */
#endif
