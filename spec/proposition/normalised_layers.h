/* spec/proposition/normalised_layers.h - repeated tokens through all layers (spec/proposition/layers.h), with weights
   divided by what they sum to. */
#ifndef PLUMB_SPEC_PROPOSITION_NORMALISED_LAYERS_H
#define PLUMB_SPEC_PROPOSITION_NORMALISED_LAYERS_H
#include "spec/proposition/order.h"

/* positive weights that sum to 1 */
/*@ lemma normalised_has_the_same_output: \forall attention a;
      positive(a) ==> same_output(normalised_attention(a, 0.0)); */
/*@ lemma absolute_has_the_same_output: \forall attention a; positive(a) ==> same_output(absolute_attention(a, 0.0)); */

/* ---- counterexamples: what an epsilon, or a sum below 1, makes of one key and of two ---- */
/*@ lemma normalised_elu_parts: \forall real e;
      e > 0.0 ==> parts_equal_embeddings(normalised_attention(elu_attention, e)); */
/*@ lemma normalised_identity_parts: \forall real e; e > 0.0 ==>
      parts_equal_embeddings(normalised_attention(identity_attention, e)); */
/*@ lemma absolute_sigmoid_parts: \forall real e;
      e > 0.0 ==> parts_equal_embeddings(absolute_attention(sigmoid_attention, e)); */
/*@ lemma absolute_elu_parts: \forall real e;
      e > 0.0 ==> parts_equal_embeddings(absolute_attention(elu_attention, e)); */
/*@ lemma absolute_identity_parts: \forall real e;
      e > 0.0 ==> parts_equal_embeddings(absolute_attention(identity_attention, e)); */
/*@ lemma at_least_one_sigmoid_parts: parts_equal_embeddings(at_least_one_attention(sigmoid_attention)); */
/*@ lemma at_least_one_elu_parts: parts_equal_embeddings(at_least_one_attention(elu_attention)); */
/*@ lemma at_least_one_identity_parts: parts_equal_embeddings(at_least_one_attention(identity_attention)); */
#endif
