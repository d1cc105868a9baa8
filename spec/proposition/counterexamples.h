/* spec/proposition/counterexamples.h - positions under which the first of repeated tokens can get nearly all the
   weight.

   What an operator gives to a first key whose score stands out (makes_sink), and positions that make the scores of
   repeated tokens stand out: rows of a learned table, sinusoids, a bias of the distance.  So for these no bound on the
   weight of the first key holds for all queries and keys. */
#ifndef PLUMB_SPEC_PROPOSITION_COUNTEREXAMPLES_H
#define PLUMB_SPEC_PROPOSITION_COUNTEREXAMPLES_H
#include "spec/proposition/order.h"

/*@ predicate stands_out(seq x, real high, real low, integer t) =
      high <= el(x, 0) && (\forall integer j; 1 <= j < t ==> el(x, j) <= low); */
/* of up to T keys the first weighs nearly `level`, or more, if only its score stands out enough */
/*@ predicate makes_sink(attention a, real level) = \forall integer T, real bound; bound > 0.0 ==>
      \exists real high, low; \forall seq x, subset m, integer n, t; t <= T && sees_first(m, n, t) &&
      stands_out(x, high, low, t) ==> el(weights_of(a, x, m, n), 0) > level - bound; */

/*@ lemma softmax_makes_sink: makes_sink(softmax_attention, 1.0); */
/*@ lemma sink_makes_sink: \forall real s; makes_sink(sink_attention(s), 1.0); */
/*@ lemma scaled_makes_sink: \forall real alpha; alpha > 0.0 ==> makes_sink(scaled_attention(alpha), alpha); */
/*@ lemma power_makes_sink: \forall real p; p > 0.0 ==> makes_sink(power_attention(p), 1.0); */
/*@ lemma clipped_makes_sink: \forall real gamma, zeta; gamma <= 0.0 && zeta >= 1.0 ==>
      makes_sink(clipped_attention(gamma, zeta), 1.0); */
/*@ lemma softpick_makes_sink: \forall real e; e >= 0.0 ==> makes_sink(softpick_attention(e), 1.0 / (1.0 + e)); */
/*@ lemma sigmoid_makes_sink: makes_sink(sigmoid_attention, 1.0); */
/*@ lemma elu_makes_sink: \forall real level; makes_sink(elu_attention, level); */
/*@ lemma identity_makes_sink: \forall real level; makes_sink(identity_attention, level); */
/*@ lemma normalised_sigmoid_makes_sink: \forall real e; e >= 0.0 ==>
      makes_sink(normalised_attention(sigmoid_attention, e), 1.0 / (1.0 + e)); */
/*@ lemma normalised_elu_makes_sink: \forall real e;
      e >= 0.0 ==> makes_sink(normalised_attention(elu_attention, e), 1.0); */
/*@ lemma absolute_makes_sink: \forall attention a, real e, level;
      positive(a) && makes_sink(normalised_attention(a, e), level) ==> makes_sink(absolute_attention(a, e), level); */
/*@ lemma at_least_one_sigmoid_makes_sink: makes_sink(at_least_one_attention(sigmoid_attention), 1.0); */
/*@ lemma at_least_one_elu_makes_sink: makes_sink(at_least_one_attention(elu_attention), 1.0); */

/* ---- a learned table ---- */
/* score j is that of a query at position t - 1 with the same key at position j, each with its row added */
/*@ predicate learned_scored(seq x, seq q, seq k, seq table, real scale, integer d, integer t) =
      \forall integer j; 0 <= j < t ==>
      el(x, j) ==
      scale * dots(with_row(q, drop(table, place(t - 1, d, 0))), with_row(k, drop(table, place(j, d, 0))), d); */
/* any two scores, one for the first key and one for all others, are those of some table */
/*@ predicate two_scores(seq x, real first, real other, integer t) =
      el(x, 0) == first && (\forall integer j; 1 <= j < t ==> el(x, j) == other); */
/*@ lemma learned_two_scores: \forall real first, other; \exists seq q, k, table; \forall seq x, integer t; t >= 2 &&
      learned_scored(x, q, k, table, 1.0, 1, t) ==> two_scores(x, first, other, t); */
/*@ lemma learned_makes_sink: \forall attention a, integer T, real level, bound; makes_sink(a, level) && bound > 0.0 ==>
      \exists seq q, k, table; \forall seq x, subset m, integer n, t; 2 <= t <= T && sees_first(m, n, t) &&
      learned_scored(x, q, k, table, 1.0, 1, t) ==> el(weights_of(a, x, m, n), 0) > level - bound; */
/* scores as weights, divided: the other scores 0 */
/*@ lemma identity_of_lone_score: \forall seq x, subset m, integer n, t, real y, e; sees_first(m, n, t) &&
      two_scores(x, y, 0.0, t) && y > 0.0 && e >= 0.0 ==>
      el(sum_normalised(identity_weights(x, m), n, e), 0) == y / (y + e) &&
      el(absolute_sum_normalised(identity_weights(x, m), n, e), 0) == y / (y + e) &&
      el(at_least_one_normalised(identity_weights(x, m), n), 0) == y / \max(y, 1.0); */

/* ---- sinusoids ---- */
/*@ predicate sinusoid_scored(seq x, seq q, seq k, seq turns, real scale, integer layout, integer pairs, integer t) =
      \forall integer j; 0 <= j < t ==> el(x, j) == scale * dots(with_row(q, sinusoid(turns, t - 1, layout, pairs)),
      with_row(k, sinusoid(turns, j, layout, pairs)), 2 * pairs); */
/* no position 1 .. T - 1 looks like position 0 in every pair */
/*@ predicate distinct_positions(seq turns, integer pairs, integer T) = \forall integer j; 1 <= j < T ==>
      \exists integer m; 0 <= m < pairs && turn_cosine(el(turns, m) * j) < 1.0; */
/* so it is where T - 1 positions are less than one turn of some pair */
/*@ lemma slow_pair_distinguishes: \forall seq turns, integer pairs, T, m; 0 <= m < pairs && 0.0 < el(turns, m) &&
      el(turns, m) * (T - 1) < 1.0 ==> distinct_positions(turns, pairs, T); */
/*@ lemma sinusoids_stand_out: \forall seq turns, integer layout, pairs, T, real scale, high, low;
      0 <= layout <= 1 && pairs > 0 && scale > 0.0 && distinct_positions(turns, pairs, T) ==>
      \exists seq q, k; \forall seq x, integer t;
      1 <= t <= T && sinusoid_scored(x, q, k, turns, scale, layout, pairs, t) ==> stands_out(x, high, low, t); */
/*@ lemma sinusoids_make_sink: \forall attention a, seq turns, integer layout, pairs, T, real scale, level, bound;
      makes_sink(a, level) && bound > 0.0 && 0 <= layout <= 1 && pairs > 0 && scale > 0.0 &&
      distinct_positions(turns, pairs, T) ==>
      \exists seq q, k; \forall seq x, subset m, integer n, t;
      1 <= t <= T && sees_first(m, n, t) && sinusoid_scored(x, q, k, turns, scale, layout, pairs, t) ==>
      el(weights_of(a, x, m, n), 0) > level - bound; */

/* ---- a bias of the distance: for any one t some g ---- */
/*@ lemma relative_makes_sink: \forall attention a, integer t, real level, bound, c;
      makes_sink(a, level) && bound > 0.0 && t >= 1 ==>
      \exists seq g; \forall seq x, subset m, integer n;
      sees_first(m, n, t) && by_distance(x, g, t, c) ==> el(weights_of(a, x, m, n), 0) > level - bound; */
#endif
