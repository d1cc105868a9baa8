/* spec/number/fused.h - a product and a sum with one rounding, as a function on reals; see
   spec/number/rounding.h. */
#ifndef PLUMB_SPEC_NUMBER_FUSED_H
#define PLUMB_SPEC_NUMBER_FUSED_H
#include "spec/number/rounding.h"

/*@ axiomatic Fused { logic real rounded_fused(real x, real y, real z); // rounded(x * y + z)
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma fused_is_rounded: \forall real x, y, z; rounded_fused(x, y, z) == rounded(x * y + z); */
#endif
#endif
