/* spec/proposition/operators_relative.h - repeated tokens with a bias of the distance (spec/proposition/relative.h),
   under every operator: the scores are c + g(distance).

   T5, clipped distances and the index of a bucket are such biases, ALiBi is one, and Shaw's position vectors are one
   for each query; RoPE scores are g(distance) alone (spec/proposition/bounds.h). */
#ifndef PLUMB_SPEC_PROPOSITION_OPERATORS_RELATIVE_H
#define PLUMB_SPEC_PROPOSITION_OPERATORS_RELATIVE_H
#include "spec/position/distance.h"
#include "spec/proposition/order.h"

/* ---- weights depend on the distance alone: scores read backwards give the weights read backwards ---- */
/*@ predicate mirrored(seq x, seq y, integer t) = \forall integer j; 0 <= j < t ==> el(y, t - 1 - j) == el(x, j); */
/*@ predicate mirrors(attention a) =
      \forall seq x, y, subset m, integer n, t; sees_first(m, n, t) && mirrored(x, y, t) ==>
      (\forall integer i; 0 <= i < t ==> el(weights_of(a, y, m, n), t - 1 - i) == el(weights_of(a, x, m, n), i)) &&
      (\forall integer i; t <= i < n ==> el(weights_of(a, x, m, n), i) == 0.0); */
/*@ lemma softmax_mirrors: mirrors(softmax_attention); */
/*@ lemma sink_mirrors: \forall real s; mirrors(sink_attention(s)); */
/*@ lemma scaled_mirrors: \forall real alpha; mirrors(scaled_attention(alpha)); */
/*@ lemma power_mirrors: \forall real p; mirrors(power_attention(p)); */
/*@ lemma clipped_mirrors: \forall real gamma, zeta; gamma <= 0.0 ==> mirrors(clipped_attention(gamma, zeta)); */
/*@ lemma softpick_mirrors: \forall real e; mirrors(softpick_attention(e)); */
/*@ lemma sigmoid_mirrors: mirrors(sigmoid_attention); */
/*@ lemma elu_mirrors: mirrors(elu_attention); */
/*@ lemma identity_mirrors: mirrors(identity_attention); */
/*@ lemma normalised_mirrors: \forall attention a, real e; mirrors(a) ==> mirrors(normalised_attention(a, e)); */
/*@ lemma absolute_mirrors: \forall attention a, real e; mirrors(a) ==> mirrors(absolute_attention(a, e)); */
/*@ lemma at_least_one_mirrors: \forall attention a; mirrors(a) ==> mirrors(at_least_one_attention(a)); */
/*@ lemma weights_by_distance: \forall attention a, seq x, g, subset m, integer n, t, i, real c; mirrors(a) &&
      sees_first(m, n, t) && by_distance(x, g, t, c) && 0 <= i < t ==>
      el(weights_of(a, x, m, n), i) == el(weights_of(a, shifted(g, c), m, n), t - 1 - i); */

/* ---- closed forms; the softmax: relative_weights ---- */
/*@ lemma relative_sink_softmax: \forall seq x, g, subset m, integer n, t, i, real c, s;
      sees_first(m, n, t) && by_distance(x, g, t, c) && 0 <= i < t ==> el(sink_softmax(x, m, n, s), i) ==
      \exp(c + el(g, t - 1 - i)) / (\exp(c) * exponentials(g, m, 0.0, n) + \exp(s)); */
/*@ lemma relative_sink_weight: \forall seq x, g, subset m, integer n, t, real c, s;
      sees_first(m, n, t) && by_distance(x, g, t, c) ==>
      sink_weight(x, m, n, s) == \exp(s) / (\exp(c) * exponentials(g, m, 0.0, n) + \exp(s)); */
/*@ lemma relative_scaled_softmax: \forall seq x, g, subset m, integer n, t, i, real c, alpha;
      sees_first(m, n, t) && by_distance(x, g, t, c) && 0 <= i < t ==> el(scaled_weights(softmax(x, m, n), alpha), i) ==
      alpha * (\exp(el(g, t - 1 - i)) / exponentials(g, m, 0.0, n)); */
/*@ lemma relative_power_softmax: \forall seq x, g, subset m, integer n, t, i, real c, p; p > 0.0 &&
      sees_first(m, n, t) && by_distance(x, g, t, c) && 0 <= i < t ==> el(power_softmax(x, m, p, n), i) ==
      \exp(el(g, t - 1 - i)) / \pow(powered(g, m, p, 0.0, n), 1.0 / p); */
/*@ lemma relative_clipped_softmax: \forall seq x, g, subset m, integer n, t, i, real c, gamma, zeta;
      sees_first(m, n, t) && by_distance(x, g, t, c) && 0 <= i < t ==>
      el(clipped_weights(softmax(x, m, n), gamma, zeta), i) ==
      \min(1.0, \max(0.0, (zeta - gamma) * (\exp(el(g, t - 1 - i)) / exponentials(g, m, 0.0, n)) + gamma)); */
/*@ lemma relative_own_scores: \forall seq x, g, subset m, integer n, t, i, real c;
      sees_first(m, n, t) && by_distance(x, g, t, c) && 0 <= i < t ==>
      el(sigmoid_weights(x, m), i) == rsigmoid(c + el(g, t - 1 - i)) &&
      el(elu_weights(x, m), i) == elu_plus_one(c + el(g, t - 1 - i)) &&
      el(identity_weights(x, m), i) == c + el(g, t - 1 - i); */

/* ---- a bias that is constant from distance D on: no sink on the first key, under any operator of shares ---- */
/*@ lemma settled_first_share: \forall attention a, seq x, g, subset m, integer n, t, D, real c;
      keeps_order(a) && shares(a) && sees_first(m, n, t) && by_distance(x, g, t, c) && 0 <= D < t &&
      settled(g, D, t) ==>
      el(weights_of(a, x, m, n), 0) <= 1.0 / (t - D); */
/* with it the bounds scaled_, power_ and clipped_one_of_k for the first key, k = t - D */
/*@ lemma settled_none_lower: \forall seq x, g, integer t, D, real c; by_distance(x, g, t, c) && 0 <= D < t &&
      settled(g, D, t) ==> none_lower(x, 0, t - D); */
/*@ lemma t5_biased_settles: \forall seq g, table, integer e, l, M, t; 1 <= e < M && 1 <= l && M < t &&
      t5_biased(g, table, e, l, M, t) ==> settled(g, M, t); */

/* ---- a bias that does not fall with the distance: the first key weighs most ---- */
/*@ predicate never_falls(seq g, integer t) = \forall integer d, f; 0 <= d <= f < t ==> el(g, d) <= el(g, f); */
/*@ lemma first_weighs_most: \forall attention a, seq x, g, subset m, integer n, t, j, real c; keeps_order(a) &&
      sees_first(m, n, t) && by_distance(x, g, t, c) && never_falls(g, t) && 0 <= j < t ==>
      el(weights_of(a, x, m, n), j) <= el(weights_of(a, x, m, n), 0); */
/*@ lemma t5_bucket_never_falls: \forall integer e, l, M, d, f; 1 <= e < M && 1 <= l && 0 <= d <= f ==>
      t5_bucket_of(e, l, M, d) <= t5_bucket_of(e, l, M, f); */

/* ---- Shaw's position vectors ---- */
/* row j of r is that row of the table which belongs to the distance of key j from the query at t - 1 */
/*@ predicate placed_rows(seq r, seq table, integer reach, integer t, integer d) = \forall integer j, c;
      0 <= j < t && 0 <= c < d ==> el(r, place(j, d, c)) == el(table, place(clipped_row(j - (t - 1), reach), d, c)); */
/* what they add is a bias of the distance, the same for every t, and constant from the reach on */
/*@ lemma shaw_by_distance: \forall seq q, k, table, integer reach, d, real scale;
      reach >= 0 ==> \exists seq g;
      (\forall integer t; settled(g, reach, t)) &&
      (\forall seq r, integer t; t >= 1 && repeats(k, t, d) && placed_rows(r, table, reach, t, d) ==>
       by_distance(biased(scaled_dots(scale, q, k, d), scaled_dots(scale, q, r, d)), g, t,
                   el(scaled_dots(scale, q, k, d), 0))); */
#endif
