/* spec/proposition/layers.h - repeated tokens through all layers: equal vectors stay equal.

   Source: arXiv 2410.10781, appendix on repeated tokens, whose induction over layers speaks of softmax
   attention without positional encoding.  Here a network is any sequence of causal attention layers: of
   each head the score of a query with a key may use both vectors and both positions (rotary angles,
   biases of distance), and the head may hide any earlier keys, but no query's own (windows, chunks);
   values, projections, normalisations, gates and feed-forward parts are any functions of one position's
   vector, the same for all positions.  proofs/model/layers.v defines it.

   What the induction needs of the attention is that equal values give an output which depends neither on
   the scores nor on the number of keys (same_output).  What it needs of the embeddings is that they are
   equal: an absolute position added to them ends it. */
#ifndef PLUMB_SPEC_PROPOSITION_LAYERS_H
#define PLUMB_SPEC_PROPOSITION_LAYERS_H
#include "spec/aggregate/aggregate.h"
#include "spec/position/learned.h"
#include "spec/position/sinusoidal.h"
#include "spec/weight/laws.h"
#include "spec/weight/power_softmax.h"
#include "spec/weight/softpick.h"

/*@ axiomatic Layers {
      type states;     // a vector for every position
      type attention;  // the weights of a row from its scores
      type network;
      logic seq state(states h, integer t);
      logic seq weights_of(attention a, seq x, subset m, integer n);
      logic seq row_output(attention a, seq x, subset m, states v, integer n); // sum_{j<n, j in m} weight_j state(v, j)
      logic states hidden(network g, attention a, states e, integer layers);   // after so many layers

      logic attention softmax_attention;
      logic attention scaled_attention(real alpha);
      logic attention sink_attention(real sink);
      logic attention power_attention(real p);
      logic attention clipped_attention(real gamma, real zeta);
      logic attention softpick_attention(real epsilon);
      logic attention sigmoid_attention;
      logic attention elu_attention;
      logic attention identity_attention;
      logic attention normalised_attention(attention a, real epsilon); // divided by the sum of the weights
    } */

/* ---- which attention is which ---- */
/*@ lemma row_output_is_aggregate: \forall attention a, seq x, v, subset m, states h, integer n, d, c;
      (\forall integer j; 0 <= j < n ==> el(v, place(j, d, c)) == el(state(h, j), c)) ==>
      el(row_output(a, x, m, h, n), c) == el(aggregate(weights_of(a, x, m, n), m, v, d, n), c); */
/*@ lemma weights_of_softmax: \forall seq x, subset m, integer n;
      weights_of(softmax_attention, x, m, n) == softmax(x, m, n); */
/*@ lemma weights_of_scaled: \forall seq x, subset m, integer n, real alpha;
      weights_of(scaled_attention(alpha), x, m, n) == scaled_weights(softmax(x, m, n), alpha); */
/*@ lemma weights_of_sink: \forall seq x, subset m, integer n, real s;
      weights_of(sink_attention(s), x, m, n) == sink_softmax(x, m, n, s); */
/*@ lemma weights_of_power: \forall seq x, subset m, integer n, real p;
      weights_of(power_attention(p), x, m, n) == power_softmax(x, m, p, n); */
/*@ lemma weights_of_clipped: \forall seq x, subset m, integer n, real gamma, zeta;
      weights_of(clipped_attention(gamma, zeta), x, m, n) == clipped_weights(softmax(x, m, n), gamma, zeta); */
/*@ lemma weights_of_softpick: \forall seq x, subset m, integer n, real e;
      weights_of(softpick_attention(e), x, m, n) == softpick(x, m, n, e); */
/*@ lemma weights_of_sigmoid: \forall seq x, subset m, integer n;
      weights_of(sigmoid_attention, x, m, n) == sigmoid_weights(x, m); */
/*@ lemma weights_of_elu: \forall seq x, subset m, integer n;
      weights_of(elu_attention, x, m, n) == elu_weights(x, m); */
/*@ lemma weights_of_identity: \forall seq x, subset m, integer n;
      weights_of(identity_attention, x, m, n) == identity_weights(x, m); */
/*@ lemma weights_of_normalised: \forall attention a, seq x, subset m, integer n, real e;
      weights_of(normalised_attention(a, e), x, m, n) == sum_normalised(weights_of(a, x, m, n), n, e); */

/*@ lemma hidden_of_none: \forall network g, attention a, states e; hidden(g, a, e, 0) == e; */

/* ---- the induction ---- */
/*@ predicate all_states(states v, subset m, integer n, seq u) =
      \forall integer j; 0 <= j < n && among(m, j) ==> state(v, j) == u; */
/* equal values give an output of their own, whatever the scores and however many the keys */
/*@ predicate same_output(attention a) =
      \forall seq x, y, u, subset m, k, states v, w, integer n, p;
      sees(m, n) && sees(k, p) && all_states(v, m, n, u) && all_states(w, k, p, u) ==>
      row_output(a, x, m, v, n) == row_output(a, y, k, w, p); */
/*@ lemma equal_embeddings_stay_equal: \forall network g, attention a, states e, integer layers, t;
      same_output(a) && layers >= 0 && t >= 0 && (\forall integer j; j >= 0 ==> state(e, j) == state(e, 0)) ==>
      state(hidden(g, a, e, layers), t) == state(hidden(g, a, e, layers), 0); */

/*@ lemma softmax_gives_the_value: \forall seq x, u, subset m, states v, integer n, c;
      sees(m, n) && all_states(v, m, n, u) ==> el(row_output(softmax_attention, x, m, v, n), c) == el(u, c); */
/*@ lemma softmax_has_the_same_output: same_output(softmax_attention); */
/*@ lemma scaled_has_the_same_output: \forall real alpha; same_output(scaled_attention(alpha)); */
/*@ lemma normalised_sigmoid_has_the_same_output: same_output(normalised_attention(sigmoid_attention, 0.0)); */
/*@ lemma normalised_elu_has_the_same_output: same_output(normalised_attention(elu_attention, 0.0)); */

/* ---- counterexamples: attention whose output knows the number of keys ---- */
/* states that are equal before the first layer, and not after it */
/*@ predicate parts_equal_embeddings(attention a) = \exists network g, states e;
      (\forall integer j; j >= 0 ==> state(e, j) == state(e, 0)) &&
      (\exists integer t; t >= 0 && state(hidden(g, a, e, 1), t) != state(hidden(g, a, e, 1), 0)); */
/*@ lemma other_output_parts: \forall attention a; parts_equal_embeddings(a) ==> !same_output(a); */
/*@ lemma sigmoid_parts: parts_equal_embeddings(sigmoid_attention); */
/*@ lemma elu_parts: parts_equal_embeddings(elu_attention); */
/*@ lemma identity_parts: parts_equal_embeddings(identity_attention); */
/*@ lemma sink_parts: \forall real s; parts_equal_embeddings(sink_attention(s)); */
/*@ lemma power_parts: \forall real p; p > 0.0 && p != 1.0 ==> parts_equal_embeddings(power_attention(p)); */
/*@ lemma clipped_parts: \forall real gamma, zeta; gamma < 0.0 && zeta >= 1.0 ==>
      parts_equal_embeddings(clipped_attention(gamma, zeta)); */
/*@ lemma softpick_parts: \forall real e; e > 0.0 ==> parts_equal_embeddings(softpick_attention(e)); */
/*@ lemma normalised_sigmoid_parts: \forall real e; e > 0.0 ==>
      parts_equal_embeddings(normalised_attention(sigmoid_attention, e)); */

/* ---- counterexamples: equal tokens with absolute positions ---- */
/*@ lemma learned_rows_part: \forall seq x, row, other, integer c; el(row, c) != el(other, c) ==>
      with_row(x, row) != with_row(x, other); */
/*@ lemma sinusoids_part: \forall seq x, turns, integer pairs; pairs > 0 && 0.0 < el(turns, 0) < 0.5 ==>
      with_row(x, sinusoid(turns, 1, PLUMB_SINUSOIDAL_CONCATENATED, pairs)) !=
      with_row(x, sinusoid(turns, 0, PLUMB_SINUSOIDAL_CONCATENATED, pairs)) &&
      with_row(x, sinusoid(turns, 1, PLUMB_SINUSOIDAL_INTERLEAVED, pairs)) !=
      with_row(x, sinusoid(turns, 0, PLUMB_SINUSOIDAL_INTERLEAVED, pairs)); */
/* a network of softmax attention that lets no difference of the embeddings fade */
/*@ lemma unequal_embeddings_stay_unequal: \exists network g;
      \forall states e, integer layers, c; layers >= 0 && el(state(e, 1), c) != el(state(e, 0), c) ==>
      el(state(hidden(g, softmax_attention, e, layers), 1), c) !=
      el(state(hidden(g, softmax_attention, e, layers), 0), c); */
#endif
