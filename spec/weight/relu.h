/* spec/weight/relu.h - weight[j] = max(0, score[j]), or its square; 0 for invisible j.

   Source: arXiv 2309.08586 (relu, relu^2), whose division by the sequence length is a normalisation. */
#ifndef PLUMB_SPEC_WEIGHT_RELU_H
#define PLUMB_SPEC_WEIGHT_RELU_H
#include "spec/number/sequence.h"

/*@ axiomatic ReluWeights { logic seq relu_weights(seq x, subset m, integer squared); } */

/*@ lemma relu_weights_element: \forall seq x, subset m, integer i; among(m, i) ==>
      el(relu_weights(x, m, 0), i) == \max(el(x, i), 0.0); */
/*@ lemma relu_weights_squared: \forall seq x, subset m, integer s, i; among(m, i) && s != 0 ==>
      el(relu_weights(x, m, s), i) == rmul(\max(el(x, i), 0.0), \max(el(x, i), 0.0)); */
/*@ lemma relu_weights_invisible: \forall seq x, subset m, integer s, i;
      !among(m, i) ==> el(relu_weights(x, m, s), i) == 0.0; */

#ifdef PLUMB_DEFINITIONS
/* a weight depends on its own score alone */
/*@ lemma relu_weights_independent: \forall seq x, y, subset m, integer s, i; el(x, i) == el(y, i) ==>
      el(relu_weights(x, m, s), i) == el(relu_weights(y, m, s), i); */
/*@ lemma relu_weights_not_negative: \forall seq x, subset m, integer s, i; el(relu_weights(x, m, s), i) >= 0.0; */
#endif
#endif
