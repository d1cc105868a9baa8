/* spec/weight/clipped.h - weights stretched to [gamma, zeta] and cut back to [0, 1]:
   min(1, max(0, (zeta - gamma) w_j + gamma)). */
#ifndef PLUMB_SPEC_WEIGHT_CLIPPED_H
#define PLUMB_SPEC_WEIGHT_CLIPPED_H
#include "spec/number/sequence.h"

/*@ axiomatic Clipped { logic seq clipped_weights(seq w, real gamma, real zeta); } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma clipped_is: \forall seq w, real gamma, zeta, integer j;
      el(clipped_weights(w, gamma, zeta), j) == \min(1.0, \max(0.0, (zeta - gamma) * el(w, j) + gamma)); */
#endif

/*@ lemma clipped_element: \forall seq w, real gamma, zeta, integer j;
      \min(1.0, \max(rmul(el(w, j), zeta - gamma) + gamma, 0.0)) == el(clipped_weights(w, gamma, zeta), j); */
/*@ lemma clipped_nothing: \forall seq w, real gamma, zeta, integer j; gamma <= 0.0 && el(w, j) == 0.0 ==>
      el(clipped_weights(w, gamma, zeta), j) == 0.0; */
#endif
