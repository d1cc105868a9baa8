/* spec/weight/scaled.h - weights times a number: alpha w_j. */
#ifndef PLUMB_SPEC_WEIGHT_SCALED_H
#define PLUMB_SPEC_WEIGHT_SCALED_H
#include "spec/number/sequence.h"

/*@ axiomatic Scaled { logic seq scaled_weights(seq w, real alpha); } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma scaled_is: \forall seq w, real alpha, integer j; el(scaled_weights(w, alpha), j) == alpha * el(w, j); */
#endif

/*@ lemma scaled_element: \forall seq w, real alpha, integer j;
      rmul(el(w, j), alpha) == el(scaled_weights(w, alpha), j); */
/*@ lemma scaled_nothing: \forall seq w, real alpha, integer j;
      el(w, j) == 0.0 ==> el(scaled_weights(w, alpha), j) == 0.0; */
#endif
