/* spec/number/elu.h - elu(x) + 1: x + 1 for x > 0, e^x for x <= 0.

   Source: arXiv 1511.07289, equation 15, with alpha = 1. */
#ifndef PLUMB_SPEC_NUMBER_ELU_H
#define PLUMB_SPEC_NUMBER_ELU_H
#include "spec/number/real.h"

/*@ axiomatic Elu { logic real elu_plus_one(real x); } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma elu_plus_one_is: \forall real x;
      (x > 0.0 ==> elu_plus_one(x) == x + 1.0) && (x <= 0.0 ==> elu_plus_one(x) == \exp(x)); */
/*@ lemma elu_plus_one_positive: \forall real x; elu_plus_one(x) > 0.0; */
#endif

/* at 0 both sides agree */
/*@ lemma elu_plus_one_right: \forall real x; x >= 0.0 ==> elu_plus_one(x) == x + 1.0; */
/*@ lemma elu_plus_one_left: \forall real x; x <= 0.0 ==> elu_plus_one(x) == rexp(x); */
/*@ lemma elu_plus_one_moves: \forall real x, a, r;
      near(x, a, r) ==> near(elu_plus_one(x) - elu_plus_one(a), 0.0, r); */
#endif
