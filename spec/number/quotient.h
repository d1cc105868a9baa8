/* spec/number/quotient.h - 0 / y is 0. */
#ifndef PLUMB_SPEC_NUMBER_QUOTIENT_H
#define PLUMB_SPEC_NUMBER_QUOTIENT_H
#include "spec/number/real.h"

/*@ lemma zero_quotient: \forall real y; rdiv(0.0, y) == 0.0; */
#endif
