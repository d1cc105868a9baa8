/* spec/mask/first_keys.h - the first keys are visible to every query, whatever the mask says.

   Source: arXiv 2309.17453 (StreamingLLM); one of the seven things called an attention sink
   (spec/operators.md, section 3). */
#ifndef PLUMB_SPEC_MASK_FIRST_KEYS_H
#define PLUMB_SPEC_MASK_FIRST_KEYS_H
#include "spec/number/sequence.h"

/*@ axiomatic FirstKeys { logic subset with_first(subset m, integer first); } */
/*@ lemma with_first_is: \forall subset m, integer f, j; among(with_first(m, f), j) <==> among(m, j) || 0 <= j < f; */
#endif
