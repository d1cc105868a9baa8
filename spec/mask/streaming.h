/* spec/mask/streaming.h - StreamingLLM: a query at position p sees the first keys and the recent ones up to itself.

   The first `first` keys serve as attention sinks (spec/operators.md, section 3); of the others, a cache
   keeps the `recent` last, the query's own among them.  Source: arXiv 2309.17453, section 3.2. */
#ifndef PLUMB_SPEC_MASK_STREAMING_H
#define PLUMB_SPEC_MASK_STREAMING_H
#include "spec/mask/sliding_window.h"

/*@ axiomatic Streaming { logic subset streamed(integer position, integer first, integer recent); } */
/*@ lemma streamed_is: \forall integer p, f, r, j; among(streamed(p, f, r), j) <==> j < f || p - r < j <= p; */

#ifdef PLUMB_DEFINITIONS
/*@ lemma streamed_window: \forall integer p, r, j; r > 0 && j >= 0 ==>
      (among(streamed(p, 0, r), j) <==> among(window(p, r - 1, 0), j)); */
#endif
#endif
