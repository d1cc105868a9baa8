/* spec/mask/minus_infinity.h - an additive mask: -infinity hides a key, any other number is a bias.

   e^(x - infinity) = 0.  `admits` says that memory denotes the keys whose bias is not -infinity; what
   remains of the tensor is added to the scores (spec/operators.md, section 1). */
#ifndef PLUMB_SPEC_MASK_MINUS_INFINITY_H
#define PLUMB_SPEC_MASK_MINUS_INFINITY_H
#include "spec/mask/intersection.h"

/*@ predicate admits{L}(double *bias, subset m, integer n) =
      \forall integer j; 0 <= j < n ==> (!\is_minus_infinity(bias[j]) <==> among(m, j)); */
#endif
