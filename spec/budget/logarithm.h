/* spec/budget/logarithm.h - numbers between two others, and their logarithms. */
#ifndef PLUMB_SPEC_BUDGET_LOGARITHM_H
#define PLUMB_SPEC_BUDGET_LOGARITHM_H
#include "spec/budget/range.h"
#include "spec/number/log.h"

/*@ predicate lies_between(real low, real high, real x) = low <= x <= high; */
/*@ lemma logarithm_rises: \forall real x, y; 0.0 < x <= y ==> rlog(x) <= rlog(y); */
/*@ lemma between_is_near_middle: \forall real low, high, x;
      lies_between(low, high, x) ==> near(x, rmul(low + high, 0.5), rmul(high - low, 0.5)); */
#endif
