/* spec/weight/identity.h - weight[j] = score[j]; 0 for invisible j.

   Source: arXiv 2410.10781 and its released code (model_attn_kernel.py, kernel=linear). */
#ifndef PLUMB_SPEC_WEIGHT_IDENTITY_H
#define PLUMB_SPEC_WEIGHT_IDENTITY_H
#include "spec/number/sequence.h"

/*@ axiomatic IdentityWeights { logic seq identity_weights(seq x, subset m); } */

/*@ lemma identity_weights_element: \forall seq x, subset m, integer i; among(m, i) ==>
      el(identity_weights(x, m), i) == el(x, i); */
/*@ lemma identity_weights_invisible: \forall seq x, subset m, integer i;
      !among(m, i) ==> el(identity_weights(x, m), i) == 0.0; */

#ifdef PLUMB_DEFINITIONS
/* a weight depends on its own score alone */
/*@ lemma identity_weights_independent: \forall seq x, y, subset m, integer i; el(x, i) == el(y, i) ==>
      el(identity_weights(x, m), i) == el(identity_weights(y, m), i); */
#endif
#endif
