/* spec/mask/chunk.h - chunked attention: a query at position p sees the keys of its own chunk of `width` positions.

   floor(j / width) == floor(p / width).  A query before the first key is in a chunk before the first, and
   sees none.  Source: Llama 4 (attention_chunk_size), llama.cpp (LLAMA_SWA_TYPE_CHUNKED). */
#ifndef PLUMB_SPEC_MASK_CHUNK_H
#define PLUMB_SPEC_MASK_CHUNK_H
#include "spec/mask/intersection.h"

/*@ axiomatic Chunk { logic subset chunk(integer position, integer width); } */

/* / rounds to zero, which is the floor where nothing is negative */
#ifdef PLUMB_DEFINITIONS
/*@ lemma chunk_is: \forall integer p, w, j;
      w > 0 && p >= 0 && j >= 0 ==> (among(chunk(p, w), j) <==> j / w == p / w); */
/*@ lemma chunk_floor: \forall integer p, w, c, j; w > 0 && c * w <= p < c * w + w ==>
      (among(chunk(p, w), j) <==> c * w <= j < c * w + w); */
#endif

/*@ lemma chunk_range: \forall integer p, w, j; w > 0 && p >= 0 ==>
      (among(chunk(p, w), j) <==> p - p % w <= j < p - p % w + w); */
/*@ lemma chunk_before: \forall integer p, w, j; w > 0 && p < 0 && j >= 0 ==> !among(chunk(p, w), j); */
#endif
