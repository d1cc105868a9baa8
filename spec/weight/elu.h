/* spec/weight/elu.h - weight[j] = elu(score[j]) + 1; 0 for invisible j.

   Source: arXiv 2410.10781 and its released code (model_attn_sim.py, sim=elu). */
#ifndef PLUMB_SPEC_WEIGHT_ELU_H
#define PLUMB_SPEC_WEIGHT_ELU_H
#include "spec/number/sequence.h"
#include "spec/number/elu.h"

/*@ axiomatic EluWeights { logic seq elu_weights(seq x, subset m); } */

/*@ lemma elu_weights_element: \forall seq x, subset m, integer i; among(m, i) ==>
      el(elu_weights(x, m), i) == elu_plus_one(el(x, i)); */
/*@ lemma elu_weights_invisible: \forall seq x, subset m, integer i;
      !among(m, i) ==> el(elu_weights(x, m), i) == 0.0; */

#ifdef PLUMB_DEFINITIONS
/* a weight depends on its own score alone */
/*@ lemma elu_weights_independent: \forall seq x, y, subset m, integer i; el(x, i) == el(y, i) ==>
      el(elu_weights(x, m), i) == el(elu_weights(y, m), i); */
/*@ lemma elu_weights_positive: \forall seq x, subset m, integer i; among(m, i) ==> el(elu_weights(x, m), i) > 0.0; */
#endif
#endif
