/* spec/budget/factor.h - the number that was multiplied, from the product. */
#ifndef PLUMB_SPEC_BUDGET_FACTOR_H
#define PLUMB_SPEC_BUDGET_FACTOR_H
#include "spec/number/sequence.h"

/*@ lemma quotient_of_product: \forall real x, y; y != 0.0 ==> rdiv(rmul(x, y), y) == x; */
#endif
