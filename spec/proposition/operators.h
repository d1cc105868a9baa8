/* spec/proposition/operators.h - repeated tokens: what each kind of weights makes of equal scores.

   Where all tokens are the same and no position is told, every visible key has one score c and every
   visible value is one vector.  Source: arXiv 2410.10781, appendix on repeated tokens, which treats the
   softmax; the other kinds of weights are those of its section 7 and of spec/operators.md.

   t = visible_count(m, n) is the number of visible keys.  The lemmas say for each operator the weight of
   a key, the output for equal values u, and what becomes of both as t grows: "for every bound there is
   an N from which on". */
#ifndef PLUMB_SPEC_PROPOSITION_OPERATORS_H
#define PLUMB_SPEC_PROPOSITION_OPERATORS_H
#include "spec/aggregate/aggregate.h"
#include "spec/proposition/scores.h"
#include "spec/weight/laws.h"
#include "spec/weight/power_softmax.h"
#include "spec/weight/softpick.h"

/*@ predicate equal_weights(seq w, subset m, integer n, real a) =
      \forall integer j; 0 <= j < n ==> (among(m, j) ==> el(w, j) == a) && (!among(m, j) ==> el(w, j) == 0.0); */
/*@ predicate equal_values(seq v, subset m, integer n, integer width, integer column, real u) =
      \forall integer j; 0 <= j < n && among(m, j) ==> el(v, place(j, width, column)) == u; */

/*@ lemma visible_count_of_none: \forall subset m; visible_count(m, 0) == 0; */
/*@ lemma visible_count_of_next: \forall subset m, integer n; n >= 0 ==>
      (among(m, n) ==> visible_count(m, n + 1) == visible_count(m, n) + 1) &&
      (!among(m, n) ==> visible_count(m, n + 1) == visible_count(m, n)); */
/*@ lemma visible_count_of_all: \forall subset m, integer n;
      n >= 0 && (\forall integer j; 0 <= j < n ==> among(m, j)) ==> visible_count(m, n) == n; */

/* ---- softmax ---- */
/*@ lemma softmax_of_equal_scores: \forall seq x, subset m, integer n, i, real c;
      0 <= i < n && among(m, i) && equal_scores(x, m, n, c) ==>
      el(softmax(x, m, n), i) == 1.0 / visible_count(m, n); */
/*@ lemma softmax_vanishes: \forall real bound; bound > 0.0 ==> \exists integer N;
      \forall seq x, subset m, integer n, i, real c; 0 <= i < n && among(m, i) && equal_scores(x, m, n, c) &&
      visible_count(m, n) >= N ==> el(softmax(x, m, n), i) < bound; */

/* whatever the scores: the output is a convex combination of the values, and of equal values that value */
/*@ lemma softmax_positive: \forall seq x, subset m, integer n, i; 0 <= i < n && among(m, i) ==>
      el(softmax(x, m, n), i) > 0.0; */
/*@ lemma softmax_output_between: \forall seq x, v, subset m, integer d, n, k, real low, high; sees(m, n) &&
      (\forall integer j; 0 <= j < n && among(m, j) ==> low <= el(v, place(j, d, k)) <= high) ==>
      low <= el(aggregate(softmax(x, m, n), m, v, d, n), k) <= high; */
/*@ lemma softmax_output_of_equal_values: \forall seq x, v, subset m, integer d, n, k, real u; sees(m, n) &&
      equal_values(v, m, n, d, k, u) ==> el(aggregate(softmax(x, m, n), m, v, d, n), k) == u; */

/* ---- softmax with b added to the score of key 0: still nothing is left of it in the end ---- */
/*@ predicate equal_but_first(seq x, subset m, integer n, real c, real b) =
      \forall integer j; 0 <= j < n && among(m, j) ==> (j == 0 ==> el(x, j) == c + b) && (j != 0 ==> el(x, j) == c); */
/*@ lemma key0_bias_of_first_key: \forall seq x, subset m, integer n, real c, b; 0 < n && among(m, 0) &&
      equal_but_first(x, m, n, c, b) ==> el(softmax(x, m, n), 0) == \exp(b) / (visible_count(m, n) - 1 + \exp(b)); */
/*@ lemma key0_bias_of_other_keys: \forall seq x, subset m, integer n, i, real c, b;
      0 < i < n && among(m, 0) && among(m, i) && equal_but_first(x, m, n, c, b) ==>
      el(softmax(x, m, n), i) == 1.0 / (visible_count(m, n) - 1 + \exp(b)); */
/*@ lemma key0_bias_vanishes: \forall real b, bound; bound > 0.0 ==> \exists integer N;
      \forall seq x, subset m, integer n, real c; 0 < n && among(m, 0) && equal_but_first(x, m, n, c, b) &&
      visible_count(m, n) >= N ==> el(softmax(x, m, n), 0) < bound; */

/* ---- softmax with a sink of logit s ---- */
/*@ lemma sink_softmax_of_equal_scores: \forall seq x, subset m, integer n, i, real c, s;
      0 <= i < n && among(m, i) && equal_scores(x, m, n, c) ==>
      el(sink_softmax(x, m, n, s), i) == \exp(c) / (visible_count(m, n) * \exp(c) + \exp(s)); */
/*@ lemma sink_weight_of_equal_scores: \forall seq x, subset m, integer n, real c, s; equal_scores(x, m, n, c) ==>
      sink_weight(x, m, n, s) == \exp(s) / (visible_count(m, n) * \exp(c) + \exp(s)); */
/* a K bias that scores like the keys is one more repeated token */
/*@ lemma key_bias_of_equal_scores: \forall seq x, q, k, subset m, integer n, i, head_dim, real c, scale;
      0 <= i < n && among(m, i) && equal_scores(x, m, n, c) && scale * dots(q, k, head_dim) == c ==>
      el(sink_softmax(x, m, n, scale * dots(q, k, head_dim)), i) == 1.0 / (visible_count(m, n) + 1) &&
      sink_weight(x, m, n, scale * dots(q, k, head_dim)) == 1.0 / (visible_count(m, n) + 1); */
/*@ lemma sink_output_of_equal_values: \forall seq x, v, subset m, integer d, n, k, real s, u;
      equal_values(v, m, n, d, k, u) ==>
      el(aggregate(sink_softmax(x, m, n, s), m, v, d, n), k) == (1.0 - sink_weight(x, m, n, s)) * u; */
/* a fixed sink loses its share as the repeated tokens grow in number */
/*@ lemma sink_share_vanishes: \forall real c, s, bound; bound > 0.0 ==> \exists integer N;
      \forall seq x, subset m, integer n; equal_scores(x, m, n, c) && visible_count(m, n) >= N ==>
      sink_weight(x, m, n, s) < bound; */
/*@ lemma sink_output_settles: \forall real c, s, u, bound; bound > 0.0 ==> \exists integer N;
      \forall seq x, v, subset m, integer d, n, k; equal_scores(x, m, n, c) && equal_values(v, m, n, d, k, u) &&
      visible_count(m, n) >= N ==> \abs(el(aggregate(sink_softmax(x, m, n, s), m, v, d, n), k) - u) < bound; */

/* ---- softmax times alpha ---- */
/*@ lemma scaled_softmax_of_equal_scores: \forall seq x, subset m, integer n, i, real c, alpha;
      0 <= i < n && among(m, i) && equal_scores(x, m, n, c) ==>
      el(scaled_weights(softmax(x, m, n), alpha), i) == alpha / visible_count(m, n); */
/*@ lemma scaled_softmax_output_of_equal_values: \forall seq x, v, subset m, integer d, n, k, real alpha, u;
      sees(m, n) && equal_values(v, m, n, d, k, u) ==>
      el(aggregate(scaled_weights(softmax(x, m, n), alpha), m, v, d, n), k) == alpha * u; */
/*@ lemma scaled_softmax_vanishes: \forall real alpha, bound; bound > 0.0 ==> \exists integer N;
      \forall seq x, subset m, integer n, i, real c; 0 <= i < n && among(m, i) && equal_scores(x, m, n, c) &&
      visible_count(m, n) >= N ==> \abs(el(scaled_weights(softmax(x, m, n), alpha), i)) < bound; */

/* ---- softmax with a p-norm in its denominator ---- */
/*@ lemma power_softmax_of_equal_scores: \forall seq x, subset m, integer n, i, real c, p; p > 0.0 &&
      0 <= i < n && among(m, i) && equal_scores(x, m, n, c) ==>
      el(power_softmax(x, m, p, n), i) == \pow(visible_count(m, n), -1.0 / p); */
/*@ lemma power_softmax_output_of_equal_scores: \forall seq x, v, subset m, integer d, n, k, real c, p, u; p > 0.0 &&
      sees(m, n) && equal_scores(x, m, n, c) && equal_values(v, m, n, d, k, u) ==>
      el(aggregate(power_softmax(x, m, p, n), m, v, d, n), k) == \pow(visible_count(m, n), 1.0 - 1.0 / p) * u; */
/*@ lemma power_softmax_vanishes: \forall real p, bound; p > 0.0 && bound > 0.0 ==> \exists integer N;
      \forall seq x, subset m, integer n, i, real c; 0 <= i < n && among(m, i) && equal_scores(x, m, n, c) &&
      visible_count(m, n) >= N ==> el(power_softmax(x, m, p, n), i) < bound; */
/* p > 1 lengthens the output without bound, p < 1 shortens it to nothing */
/*@ lemma power_softmax_output_grows: \forall real p, u, bound; p > 1.0 && u != 0.0 ==> \exists integer N;
      \forall seq x, v, subset m, integer d, n, k, real c; sees(m, n) && equal_scores(x, m, n, c) &&
      equal_values(v, m, n, d, k, u) && visible_count(m, n) >= N ==>
      \abs(el(aggregate(power_softmax(x, m, p, n), m, v, d, n), k)) > bound; */
/*@ lemma power_softmax_output_vanishes: \forall real p, u, bound; 0.0 < p < 1.0 && bound > 0.0 ==> \exists integer N;
      \forall seq x, v, subset m, integer d, n, k, real c; sees(m, n) && equal_scores(x, m, n, c) &&
      equal_values(v, m, n, d, k, u) && visible_count(m, n) >= N ==>
      \abs(el(aggregate(power_softmax(x, m, p, n), m, v, d, n), k)) < bound; */

/* ---- softmax stretched and cut back ---- */
/*@ lemma clipped_softmax_of_equal_scores: \forall seq x, subset m, integer n, i, real c, gamma, zeta;
      0 <= i < n && among(m, i) && equal_scores(x, m, n, c) ==>
      el(clipped_weights(softmax(x, m, n), gamma, zeta), i) ==
      \min(1.0, \max(0.0, (zeta - gamma) / visible_count(m, n) + gamma)); */
/*@ lemma clipped_softmax_output_of_equal_scores: \forall seq x, v, subset m, integer d, n, k, real c, gamma, zeta, u;
      equal_scores(x, m, n, c) && equal_values(v, m, n, d, k, u) ==>
      el(aggregate(clipped_weights(softmax(x, m, n), gamma, zeta), m, v, d, n), k) ==
      visible_count(m, n) * \min(1.0, \max(0.0, (zeta - gamma) / visible_count(m, n) + gamma)) * u; */
/* with gamma < 0 every weight is 0, and so the output, from (zeta - gamma) / -gamma keys on */
/*@ lemma clipped_softmax_ends: \forall seq x, subset m, integer n, i, real c, gamma, zeta; gamma < 0.0 &&
      0 <= i < n && among(m, i) && equal_scores(x, m, n, c) && zeta - gamma <= -gamma * visible_count(m, n) ==>
      el(clipped_weights(softmax(x, m, n), gamma, zeta), i) == 0.0; */
/*@ lemma clipped_softmax_output_ends: \forall real gamma, zeta; gamma < 0.0 ==> \exists integer N;
      \forall seq x, v, subset m, integer d, n, k, real c; equal_scores(x, m, n, c) && visible_count(m, n) >= N ==>
      el(aggregate(clipped_weights(softmax(x, m, n), gamma, zeta), m, v, d, n), k) == 0.0; */

/* ---- softpick: scores c <= 0 weigh nothing (softpick_of_negative) ---- */
/*@ lemma softpick_of_equal_scores: \forall seq x, subset m, integer n, i, real c, e; c > 0.0 && e >= 0.0 &&
      0 <= i < n && among(m, i) && equal_scores(x, m, n, c) ==>
      el(softpick(x, m, n, e), i) == (1.0 - \exp(-c)) / (visible_count(m, n) * (1.0 - \exp(-c)) + e); */
/*@ lemma softpick_output_of_equal_scores: \forall seq x, v, subset m, integer d, n, k, real c, e, u;
      c > 0.0 && e >= 0.0 && sees(m, n) && equal_scores(x, m, n, c) && equal_values(v, m, n, d, k, u) ==>
      el(aggregate(softpick(x, m, n, e), m, v, d, n), k) ==
      visible_count(m, n) * (1.0 - \exp(-c)) / (visible_count(m, n) * (1.0 - \exp(-c)) + e) * u; */
/*@ lemma softpick_vanishes: \forall real e, bound; e >= 0.0 && bound > 0.0 ==> \exists integer N;
      \forall seq x, subset m, integer n, i, real c; 0 <= i < n && among(m, i) && equal_scores(x, m, n, c) &&
      visible_count(m, n) >= N ==> el(softpick(x, m, n, e), i) < bound; */
/*@ lemma softpick_output_settles: \forall real c, e, u, bound; c > 0.0 && e >= 0.0 && bound > 0.0 ==>
      \exists integer N; \forall seq x, v, subset m, integer d, n, k;
      equal_scores(x, m, n, c) && equal_values(v, m, n, d, k, u) && visible_count(m, n) >= N ==>
      \abs(el(aggregate(softpick(x, m, n, e), m, v, d, n), k) - u) < bound; */

/* ---- weights of a key's own score: no t in them, so that the output grows with t ---- */
/*@ lemma sigmoid_of_equal_scores: \forall seq x, subset m, integer n, real c; equal_scores(x, m, n, c) ==>
      equal_weights(sigmoid_weights(x, m), m, n, rsigmoid(c)); */
/*@ lemma elu_of_equal_scores: \forall seq x, subset m, integer n, real c; equal_scores(x, m, n, c) ==>
      equal_weights(elu_weights(x, m), m, n, elu_plus_one(c)); */
/*@ lemma identity_of_equal_scores: \forall seq x, subset m, integer n, real c; equal_scores(x, m, n, c) ==>
      equal_weights(identity_weights(x, m), m, n, c); */
/*@ lemma output_of_equal_weights: \forall seq w, v, subset m, integer d, n, k, real a, u;
      equal_weights(w, m, n, a) && equal_values(v, m, n, d, k, u) ==>
      el(aggregate(w, m, v, d, n), k) == visible_count(m, n) * a * u; */
/*@ lemma sigmoid_output_of_equal_scores: \forall seq x, v, subset m, integer d, n, k, real c, u;
      equal_scores(x, m, n, c) && equal_values(v, m, n, d, k, u) ==>
      el(aggregate(sigmoid_weights(x, m), m, v, d, n), k) == visible_count(m, n) * rsigmoid(c) * u; */
/*@ lemma output_of_equal_weights_grows: \forall real a, u, bound; a != 0.0 && u != 0.0 ==> \exists integer N;
      \forall seq w, v, subset m, integer d, n, k; equal_weights(w, m, n, a) && equal_values(v, m, n, d, k, u) &&
      visible_count(m, n) >= N ==> \abs(el(aggregate(w, m, v, d, n), k)) > bound; */

/* ---- the same weights divided by what they sum to ---- */
/*@ lemma sum_of_equal_weights: \forall seq w, subset m, integer n, real a; equal_weights(w, m, n, a) ==>
      total(w, n) == visible_count(m, n) * a; */
/*@ lemma sum_normalised_of_equal_weights: \forall seq w, subset m, integer n, i, real a, e;
      0 <= i < n && among(m, i) && equal_weights(w, m, n, a) && visible_count(m, n) * a + e != 0.0 ==>
      el(sum_normalised(w, n, e), i) == a / (visible_count(m, n) * a + e); */
/*@ lemma absolute_sum_normalised_of_equal_weights: \forall seq w, subset m, integer n, i, real a, e; 0 <= i < n &&
      among(m, i) && equal_weights(w, m, n, a) && visible_count(m, n) * \abs(a) + e != 0.0 ==>
      el(absolute_sum_normalised(w, n, e), i) == \abs(a) / (visible_count(m, n) * \abs(a) + e); */
/*@ lemma at_least_one_normalised_of_equal_weights: \forall seq w, subset m, integer n, i, real a; 0 <= i < n &&
      among(m, i) && equal_weights(w, m, n, a) ==>
      el(at_least_one_normalised(w, n), i) == a / \max(visible_count(m, n) * \abs(a), 1.0); */
/*@ lemma sum_normalised_output_of_equal_weights: \forall seq w, v, subset m, integer d, n, k, real a, e, u;
      equal_weights(w, m, n, a) && equal_values(v, m, n, d, k, u) && visible_count(m, n) * a + e != 0.0 ==>
      el(aggregate(sum_normalised(w, n, e), m, v, d, n), k) ==
      visible_count(m, n) * a / (visible_count(m, n) * a + e) * u; */
/*@ lemma sum_normalised_vanishes: \forall real e, bound; e >= 0.0 && bound > 0.0 ==>
      \exists integer N; \forall seq w, subset m, integer n, i, real a;
      a > 0.0 && 0 <= i < n && among(m, i) && equal_weights(w, m, n, a) && visible_count(m, n) >= N ==>
      el(sum_normalised(w, n, e), i) < bound; */
/*@ lemma sum_normalised_output_settles: \forall real a, e, u, bound; a > 0.0 && e >= 0.0 && bound > 0.0 ==>
      \exists integer N; \forall seq w, v, subset m, integer d, n, k;
      equal_weights(w, m, n, a) && equal_values(v, m, n, d, k, u) && visible_count(m, n) >= N ==>
      \abs(el(aggregate(sum_normalised(w, n, e), m, v, d, n), k) - u) < bound; */
/*@ lemma absolute_sum_normalised_output_of_equal_weights: \forall seq w, v, subset m, integer d, n, k, real a, e, u;
      equal_weights(w, m, n, a) && equal_values(v, m, n, d, k, u) && visible_count(m, n) * \abs(a) + e != 0.0 ==>
      el(aggregate(absolute_sum_normalised(w, n, e), m, v, d, n), k) ==
      visible_count(m, n) * \abs(a) / (visible_count(m, n) * \abs(a) + e) * u; */
/*@ lemma at_least_one_normalised_output_of_equal_weights: \forall seq w, v, subset m, integer d, n, k, real a, u;
      equal_weights(w, m, n, a) && equal_values(v, m, n, d, k, u) ==>
      el(aggregate(at_least_one_normalised(w, n), m, v, d, n), k) ==
      visible_count(m, n) * a / \max(visible_count(m, n) * \abs(a), 1.0) * u; */
#endif
