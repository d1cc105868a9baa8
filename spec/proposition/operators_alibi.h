/* spec/proposition/operators_alibi.h - repeated tokens with ALiBi under every operator: scores c - slope * distance,
   slope > 0.

   With the forms `relative` and `symmetric` c is the score without ALiBi; with `key` and `scaled-key` it is that of the
   last key, and grows with t (alibi_scores_fall). What does not notice a shift of all scores - the softmax, the scaled,
   power and clipped softmax - is the same with all four; the others are not. */
#ifndef PLUMB_SPEC_PROPOSITION_OPERATORS_ALIBI_H
#define PLUMB_SPEC_PROPOSITION_OPERATORS_ALIBI_H
#include "spec/proposition/alibi.h"
#include "spec/proposition/order.h"

/* score j is c minus a slope times the distance from the last visible key */
/*@ predicate falling(seq x, integer t, real c, real slope) =
      \forall integer j; 0 <= j < t ==> el(x, j) == c - slope * (t - 1 - j); */
/*@ lemma alibi_scores_fall: \forall seq x, integer form, p, t, real c, slope; looks_back(form, p, t) && t >= 1 &&
      alibi_scores(x, form, p, t, c, slope) ==> falling(x, t, c + slope * alibi_distance(form, p, t - 1), slope); */
/*@ lemma alibi_last_distance: \forall integer p; alibi_distance(PLUMB_ALIBI_RELATIVE, p, p) == 0 &&
      alibi_distance(PLUMB_ALIBI_SYMMETRIC, p, p) == 0 && alibi_distance(PLUMB_ALIBI_KEY, p, p) == p &&
      alibi_distance(PLUMB_ALIBI_SCALED_KEY, p, p) == p; */

/* ---- the first key weighs least, at most 1/t under every operator of shares ---- */
/*@ lemma alibi_none_lower: \forall seq x, integer t, real c, slope; falling(x, t, c, slope) && slope > 0.0 ==>
      none_lower(x, 0, t); */
/*@ lemma alibi_first_share: \forall attention a, seq x, subset m, integer n, t, real c, slope;
      keeps_order(a) && shares(a) && sees_first(m, n, t) && falling(x, t, c, slope) && slope > 0.0 ==>
      el(weights_of(a, x, m, n), 0) <= 1.0 / t; */
/*@ lemma alibi_weights_never_fall: \forall attention a, seq x, subset m, integer n, t, i, j, real c, slope;
      keeps_order(a) && sees_first(m, n, t) && falling(x, t, c, slope) && slope > 0.0 && 0 <= i <= j < t ==>
      el(weights_of(a, x, m, n), i) <= el(weights_of(a, x, m, n), j); */
/*@ lemma alibi_weights_rise: \forall attention a, seq x, subset m, integer n, t, i, j, real c, slope;
      keeps_strict_order(a) && sees_first(m, n, t) && falling(x, t, c, slope) && slope > 0.0 && 0 <= i < j < t ==>
      el(weights_of(a, x, m, n), i) < el(weights_of(a, x, m, n), j); */

/* ---- softmax: as t grows the weights settle at a geometric sequence ---- */
/*@ lemma alibi_first_falls: \forall seq x, subset m, integer n, t, real c, slope; sees_first(m, n, t) &&
      falling(x, t, c, slope) && slope > 0.0 ==> el(softmax(x, m, n), 0) <= \exp(-slope * (t - 1)); */
/*@ lemma alibi_weight_stays: \forall seq x, subset m, integer n, t, i, real c, slope; sees_first(m, n, t) &&
      falling(x, t, c, slope) && slope > 0.0 && 0 <= i < t ==>
      \exp(-slope * (t - 1 - i)) * (1.0 - \exp(-slope)) < el(softmax(x, m, n), i); */
/*@ lemma alibi_weight_settles: \forall real slope, bound; slope > 0.0 && bound > 0.0 ==>
      \exists integer N; \forall seq x, subset m, integer n, t, d, real c;
      sees_first(m, n, t) && falling(x, t, c, slope) && 0 <= d < t && t >= N ==>
      \abs(el(softmax(x, m, n), t - 1 - d) - \exp(-slope * d) * (1.0 - \exp(-slope))) < bound; */

/* ---- a sink keeps a share, however many the keys; but not where the scores rise with the position of the key ---- */
/*@ lemma alibi_sink_softmax: \forall seq x, subset m, integer n, t, i, real c, slope, s; sees_first(m, n, t) &&
      falling(x, t, c, slope) && slope > 0.0 && 0 <= i < t ==> el(sink_softmax(x, m, n, s), i) ==
      \exp(c - slope * (t - 1 - i)) / (\exp(c) * ((1.0 - \exp(-slope * t)) / (1.0 - \exp(-slope))) + \exp(s)); */
/*@ lemma alibi_sink_weight: \forall seq x, subset m, integer n, t, real c, slope, s; sees_first(m, n, t) &&
      falling(x, t, c, slope) && slope > 0.0 ==> sink_weight(x, m, n, s) ==
      \exp(s) / (\exp(c) * ((1.0 - \exp(-slope * t)) / (1.0 - \exp(-slope))) + \exp(s)); */
/*@ lemma alibi_sink_share_stays: \forall seq x, subset m, integer n, t, real c, slope, s; sees_first(m, n, t) &&
      falling(x, t, c, slope) && slope > 0.0 ==>
      sink_weight(x, m, n, s) > \exp(s) / (\exp(c) / (1.0 - \exp(-slope)) + \exp(s)); */
/*@ lemma alibi_sink_share_settles: \forall real c, slope, s, bound; slope > 0.0 && bound > 0.0 ==> \exists integer N;
      \forall seq x, subset m, integer n, t; sees_first(m, n, t) && falling(x, t, c, slope) && t >= N ==>
      \abs(sink_weight(x, m, n, s) - \exp(s) / (\exp(c) / (1.0 - \exp(-slope)) + \exp(s))) < bound; */
/*@ lemma alibi_sink_output_settles: \forall real c, slope, s, u, bound; slope > 0.0 && bound > 0.0 ==>
      \exists integer N; \forall seq x, v, subset m, integer n, t, d, k;
      sees_first(m, n, t) && falling(x, t, c, slope) && equal_values(v, m, n, d, k, u) && t >= N ==>
      \abs(el(aggregate(sink_softmax(x, m, n, s), m, v, d, n),
              k) - (1.0 - \exp(s) / (\exp(c) / (1.0 - \exp(-slope)) + \exp(s))) *
           u) <
      bound; */
/*@ lemma alibi_key_sink_share_vanishes: \forall real c, slope, s, bound; slope > 0.0 && bound > 0.0 ==>
      \exists integer N; \forall seq x, subset m, integer n, t, p, form;
      sees_first(m, n, t) && looks_back(form, p, t) && (form == PLUMB_ALIBI_KEY || form == PLUMB_ALIBI_SCALED_KEY) &&
      alibi_scores(x, form, p, t, c, slope) && t >= N ==>
      sink_weight(x, m, n, s) < bound; */

/* ---- scaled, power and clipped softmax ---- */
/*@ lemma alibi_scaled_softmax: \forall seq x, subset m, integer n, t, i, real c, slope, alpha; sees_first(m, n, t) &&
      falling(x, t, c, slope) && slope > 0.0 && 0 <= i < t ==> el(scaled_weights(softmax(x, m, n), alpha), i) ==
      alpha * (\exp(-slope * (t - 1 - i)) / ((1.0 - \exp(-slope * t)) / (1.0 - \exp(-slope)))); */
/*@ lemma alibi_power_softmax: \forall seq x, subset m, integer n, t, i, real c, slope, p; sees_first(m, n, t) &&
      falling(x, t, c, slope) && slope > 0.0 && p > 0.0 && 0 <= i < t ==> el(power_softmax(x, m, p, n), i) ==
      \exp(-slope * (t - 1 - i)) * \pow((1.0 - \exp(-(p * slope) * t)) / (1.0 - \exp(-(p * slope))), -1.0 / p); */
/*@ lemma alibi_power_output_settles: \forall real slope, p, u, bound; slope > 0.0 && p > 0.0 && bound > 0.0 ==>
      \exists integer N; \forall seq x, v, subset m, integer n, t, d, k, real c;
      sees_first(m, n, t) && falling(x, t, c, slope) && equal_values(v, m, n, d, k, u) && t >= N ==>
      \abs(el(aggregate(power_softmax(x, m, p, n), m, v, d, n),
              k) - \pow(1.0 - \exp(-(p * slope)), 1.0 / p) / (1.0 - \exp(-slope)) *
           u) <
      bound; */
/*@ lemma alibi_clipped_softmax: \forall seq x, subset m, integer n, t, i, real c, slope, gamma, zeta;
      sees_first(m, n, t) && falling(x, t, c, slope) && slope > 0.0 && 0 <= i < t ==>
      el(clipped_weights(softmax(x, m, n), gamma, zeta), i) ==
      \min(1.0,
           \max(0.0,
                (zeta - gamma) * (\exp(-slope * (t - 1 - i)) / ((1.0 - \exp(-slope * t)) / (1.0 - \exp(-slope)))) +
                gamma)); */
/*@ lemma alibi_clipped_first_ends: \forall seq x, subset m, integer n, t, real c, slope, gamma, zeta;
      sees_first(m, n, t) && falling(x, t, c, slope) && slope > 0.0 && gamma <= zeta &&
      (zeta - gamma) * \exp(-slope * (t - 1)) <= -gamma ==>
      el(clipped_weights(softmax(x, m, n), gamma, zeta), 0) == 0.0; */
/* the key at distance d keeps its weight, however many lie behind it */
/*@ lemma alibi_clipped_stays: \forall seq x, subset m, integer n, t, i, real c, slope, gamma, zeta;
      sees_first(m, n, t) && falling(x, t, c, slope) && slope > 0.0 && gamma <= zeta && 0 <= i < t ==>
      \min(1.0, \max(0.0, (zeta - gamma) * (\exp(-slope * (t - 1 - i)) * (1.0 - \exp(-slope))) + gamma)) <=
      el(clipped_weights(softmax(x, m, n), gamma, zeta), i); */

/* ---- softpick: far keys weigh nothing, count in the denominator, and end the output ---- */
/*@ lemma alibi_softpick_far: \forall seq x, subset m, integer n, t, i, real c, slope, e; falling(x, t, c, slope) &&
      0 <= i < t && c <= slope * (t - 1 - i) ==> el(softpick(x, m, n, e), i) == 0.0; */
/*@ lemma alibi_softpick_vanishes: \forall real c, slope, e, bound; slope > 0.0 && e >= 0.0 && bound > 0.0 ==>
      \exists integer N; \forall seq x, subset m, integer n, t, i;
      sees_first(m, n, t) && falling(x, t, c, slope) && 0 <= i < t && t >= N ==> el(softpick(x, m, n, e), i) < bound; */
/*@ lemma alibi_softpick_output_vanishes: \forall real c, slope, e, u, bound; slope > 0.0 && e >= 0.0 && bound > 0.0 ==>
      \exists integer N; \forall seq x, v, subset m, integer n, t, d, k;
      sees_first(m, n, t) && falling(x, t, c, slope) && equal_values(v, m, n, d, k, u) && t >= N ==>
      \abs(el(aggregate(softpick(x, m, n, e), m, v, d, n), k)) < bound; */

/* ---- weights of a key's own score ---- */
/*@ lemma alibi_own_scores: \forall seq x, subset m, integer n, t, i, real c, slope; sees_first(m, n, t) &&
      falling(x, t, c, slope) && 0 <= i < t ==> el(sigmoid_weights(x, m), i) == rsigmoid(c - slope * (t - 1 - i)) &&
      el(elu_weights(x, m), i) == elu_plus_one(c - slope * (t - 1 - i)) &&
      el(identity_weights(x, m), i) == c - slope * (t - 1 - i); */
/*@ lemma alibi_sigmoid_first_vanishes: \forall real c, slope, bound; slope > 0.0 && bound > 0.0 ==> \exists integer N;
      \forall seq x, subset m, integer n, t; sees_first(m, n, t) && falling(x, t, c, slope) && t >= N ==>
      el(sigmoid_weights(x, m), 0) < bound; */
/*@ lemma alibi_elu_first_vanishes: \forall real c, slope, bound; slope > 0.0 && bound > 0.0 ==> \exists integer N;
      \forall seq x, subset m, integer n, t; sees_first(m, n, t) && falling(x, t, c, slope) && t >= N ==>
      el(elu_weights(x, m), 0) < bound; */
/* the weights have a sum that settles, and with it the output */
/*@ lemma alibi_sigmoid_output_settles: \forall real c, slope;
      slope > 0.0 ==> \exists real sum;
      0.0 < sum <= \exp(c) / (1.0 - \exp(-slope)) &&
      (\forall real u, bound; bound > 0.0 ==>
       \exists integer N; \forall seq x, v, subset m, integer n, t, d, k;
       sees_first(m, n, t) && falling(x, t, c, slope) && equal_values(v, m, n, d, k, u) && t >= N ==>
       \abs(el(aggregate(sigmoid_weights(x, m), m, v, d, n), k) - sum * u) < bound); */
/*@ lemma alibi_elu_output_settles: \forall real c, slope;
      slope > 0.0 ==> \exists real sum;
      0.0 < sum <= \exp(c) / (1.0 - \exp(-slope)) &&
      (\forall real u, bound; bound > 0.0 ==>
       \exists integer N; \forall seq x, v, subset m, integer n, t, d, k;
       sees_first(m, n, t) && falling(x, t, c, slope) && equal_values(v, m, n, d, k, u) && t >= N ==>
       \abs(el(aggregate(elu_weights(x, m), m, v, d, n), k) - sum * u) < bound); */
/*@ lemma alibi_identity_total: \forall seq x, subset m, integer n, t, real c, slope; sees_first(m, n, t) &&
      falling(x, t, c, slope) ==> total(identity_weights(x, m), n) == t * (c - slope * (t - 1) / 2.0); */
/*@ lemma alibi_identity_output_grows: \forall real c, slope, u, bound; slope > 0.0 && u != 0.0 ==>
      \exists integer N; \forall seq x, v, subset m, integer n, t, d, k;
      sees_first(m, n, t) && falling(x, t, c, slope) && equal_values(v, m, n, d, k, u) && t >= N ==>
      \abs(el(aggregate(identity_weights(x, m), m, v, d, n), k)) > bound; */

/* ---- divided by the sum: the last key keeps a share ---- */
/*@ lemma alibi_sigmoid_last_share: \forall seq x, subset m, integer n, t, real c, slope, e; sees_first(m, n, t) &&
      falling(x, t, c, slope) && slope > 0.0 && e >= 0.0 ==>
      rsigmoid(c) / (\exp(c) / (1.0 - \exp(-slope)) + e) <= el(sum_normalised(sigmoid_weights(x, m), n, e), t - 1); */
/*@ lemma alibi_elu_last_share: \forall seq x, subset m, integer n, t, real c, slope, e; sees_first(m, n, t) &&
      falling(x, t, c, slope) && slope > 0.0 && e >= 0.0 ==>
      elu_plus_one(c) / (\exp(c) / (1.0 - \exp(-slope)) + e) <= el(sum_normalised(elu_weights(x, m), n, e), t - 1); */
/* scores as weights: far enough out the first key, whose score is lowest, weighs more than 1/t, and by the absolute sum
   most */
/*@ lemma alibi_identity_by_sum_first: \forall seq x, subset m, integer n, t, real c, slope; sees_first(m, n, t) &&
      falling(x, t, c, slope) && slope > 0.0 && t > 1 && 2.0 * c < slope * (t - 1) ==>
      el(sum_normalised(identity_weights(x, m), n, 0.0), 0) > 1.0 / t; */
/*@ lemma alibi_identity_by_absolute_sum_first: \forall seq x, subset m, integer n, t, j, real c, slope, e;
      sees_first(m, n, t) && falling(x, t, c, slope) && slope > 0.0 && e >= 0.0 && 2.0 * c <= slope * (t - 1) &&
      0 <= j < t ==>
      el(absolute_sum_normalised(identity_weights(x, m), n, e), j) <=
      el(absolute_sum_normalised(identity_weights(x, m), n, e), 0); */
#endif
