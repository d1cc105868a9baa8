/* spec/proposition/limits.h - repeated tokens without positions: what K and KV biases and the normalisations come to as
   the visible keys, t = visible_count(m, n) of them, grow in number.

   Continues spec/proposition/operators.h, which has the closed forms. */
#ifndef PLUMB_SPEC_PROPOSITION_LIMITS_H
#define PLUMB_SPEC_PROPOSITION_LIMITS_H
#include "spec/aggregate/sink_value.h"
#include "spec/proposition/operators.h"
#include "spec/proposition/repeated.h"
#include "spec/score/elu_feature.h"
#include "spec/score/mlp_feature.h"

/* ---- the kernels: equal keys have equal features, and so equal scores ---- */
/*@ lemma repeated_keys_score_alike_by_elu: \forall seq q, k, integer t, d, real scale; repeats(k, t, d) ==>
      alike(scaled_dots(scale, elu_features(q), elu_features(k), d), t); */
/*@ lemma repeated_keys_score_alike_by_mlp: \forall seq q, k, inner, outer, integer t, d, hidden, features, real scale;
      repeats(k, t, d) ==> alike(scaled_dots(scale, mlp_features(q, inner, d, outer, hidden),
      mlp_row_features(k, inner, d, outer, hidden, features), features), t); */

/* ---- a K bias that scores like the keys, whatever the score ---- */
/*@ lemma key_bias_vanishes: \forall real bound; bound > 0.0 ==> \exists integer N;
      \forall seq x, q, k, subset m, integer n, i, head_dim, real c, scale; 0 <= i < n && among(m, i) &&
      equal_scores(x, m, n, c) && scale * dots(q, k, head_dim) == c && visible_count(m, n) >= N ==>
      el(sink_softmax(x, m, n, scale * dots(q, k, head_dim)), i) < bound &&
      sink_weight(x, m, n, scale * dots(q, k, head_dim)) < bound; */
/*@ lemma key_bias_output: \forall seq x, v, q, k, subset m, integer d, n, column, head_dim, real c, scale, u;
      equal_scores(x, m, n, c) && scale * dots(q, k, head_dim) == c && equal_values(v, m, n, d, column, u) ==>
      el(aggregate(sink_softmax(x, m, n, scale * dots(q, k, head_dim)), m, v, d, n), column) ==
      visible_count(m, n) / (visible_count(m, n) + 1.0) * u; */

/* ---- a KV bias: value v* with the sink's weight ---- */
/*@ lemma key_value_bias_output: \forall seq x, v, star, subset m, integer d, n, k, real s, u;
      equal_values(v, m, n, d, k, u) ==>
      el(with_sink_value(aggregate(sink_softmax(x, m, n, s), m, v, d, n), sink_weight(x, m, n, s), star), k) ==
      (1.0 - sink_weight(x, m, n, s)) * u + sink_weight(x, m, n, s) * el(star, k); */
/*@ lemma key_value_bias_output_settles: \forall real c, s, u, y, bound; bound > 0.0 ==>
      \exists integer N; \forall seq x, v, star, subset m, integer d, n, k;
      equal_scores(x, m, n, c) && equal_values(v, m, n, d, k, u) && el(star, k) == y && visible_count(m, n) >= N ==>
      \abs(el(with_sink_value(aggregate(sink_softmax(x, m, n, s), m, v, d, n), sink_weight(x, m, n, s), star), k) - u) <
      bound; */

/* ---- divided by the sum: weights of either sign, any epsilon ---- */
/*@ lemma sum_normalised_of_either_sign_vanishes: \forall real a, e, bound; a != 0.0 && bound > 0.0 ==>
      \exists integer N; \forall seq w, subset m, integer n, i;
      0 <= i < n && among(m, i) && equal_weights(w, m, n, a) && visible_count(m, n) >= N ==>
      \abs(el(sum_normalised(w, n, e), i)) < bound; */
/*@ lemma sum_normalised_of_either_sign_settles: \forall real a, e, u, bound; a != 0.0 && bound > 0.0 ==>
      \exists integer N; \forall seq w, v, subset m, integer d, n, k;
      equal_weights(w, m, n, a) && equal_values(v, m, n, d, k, u) && visible_count(m, n) >= N ==>
      \abs(el(aggregate(sum_normalised(w, n, e), m, v, d, n), k) - u) < bound; */

/* ---- by the absolute sum ---- */
/*@ lemma absolute_sum_normalised_vanishes: \forall real e, bound; e >= 0.0 && bound > 0.0 ==>
      \exists integer N; \forall seq w, subset m, integer n, i, real a;
      a != 0.0 && 0 <= i < n && among(m, i) && equal_weights(w, m, n, a) && visible_count(m, n) >= N ==>
      el(absolute_sum_normalised(w, n, e), i) < bound; */
/*@ lemma absolute_sum_normalised_output_settles: \forall real a, e, u, bound; a != 0.0 && e >= 0.0 && bound > 0.0 ==>
      \exists integer N; \forall seq w, v, subset m, integer d, n, k; equal_weights(w, m, n, a) &&
      equal_values(v, m, n, d, k, u) && visible_count(m, n) >= N ==>
      \abs(el(aggregate(absolute_sum_normalised(w, n, e), m, v, d, n), k) - u) < bound; */

/* ---- by the sum, at least 1: from 1 / abs(a) keys on the output is u or -u ---- */
/*@ lemma at_least_one_normalised_vanishes: \forall real bound; bound > 0.0 ==> \exists integer N;
      \forall seq w, subset m, integer n, i, real a; 0 <= i < n && among(m, i) && equal_weights(w, m, n, a) &&
      visible_count(m, n) >= N ==> \abs(el(at_least_one_normalised(w, n), i)) < bound; */
/*@ lemma at_least_one_normalised_output_is: \forall seq w, v, subset m, integer d, n, k, real a, u;
      equal_weights(w, m, n, a) && equal_values(v, m, n, d, k, u) && visible_count(m, n) * \abs(a) >= 1.0 ==>
      el(aggregate(at_least_one_normalised(w, n), m, v, d, n), k) == a / \abs(a) * u; */
#endif
