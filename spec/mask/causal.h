/* spec/mask/causal.h - which keys a query sees: key j is visible to query t iff j <= t + offset.

   offset 0 aligns the first query with the first key (top-left); key_length - query_length aligns
   the last with the last (bottom-right); the number of cached keys is the offset of a decoder. */
#ifndef PLUMB_SPEC_MASK_CAUSAL_H
#define PLUMB_SPEC_MASK_CAUSAL_H
#include "spec/number/sequence.h"

/*@ predicate causal_sees(integer causal, integer t, integer offset, integer j) = causal == 0 || j <= t + offset; */
#endif
