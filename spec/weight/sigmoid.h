/* spec/weight/sigmoid.h - weight[j] = 1 / (1 + exp(-score[j])); 0 for invisible j.

   Source: arXiv 2410.10781 and its released code (model_attn_sim.py, sim=sigmoid). */
#ifndef PLUMB_SPEC_WEIGHT_SIGMOID_H
#define PLUMB_SPEC_WEIGHT_SIGMOID_H
#include "spec/number/sequence.h"
#include "spec/number/sigmoid.h"

/*@ axiomatic SigmoidWeights { logic seq sigmoid_weights(seq x, subset m); } */

/*@ lemma sigmoid_weights_element: \forall seq x, subset m, integer i; among(m, i) ==>
      el(sigmoid_weights(x, m), i) == rsigmoid(el(x, i)); */
/*@ lemma sigmoid_weights_invisible: \forall seq x, subset m, integer i;
      !among(m, i) ==> el(sigmoid_weights(x, m), i) == 0.0; */

#ifdef PLUMB_DEFINITIONS
/* a weight depends on its own score alone */
/*@ lemma sigmoid_weights_independent: \forall seq x, y, subset m, integer i; el(x, i) == el(y, i) ==>
      el(sigmoid_weights(x, m), i) == el(sigmoid_weights(y, m), i); */
/*@ lemma sigmoid_weights_between: \forall seq x, subset m, integer i; among(m, i) ==>
      0.0 < el(sigmoid_weights(x, m), i) < 1.0; */
#endif
#endif
