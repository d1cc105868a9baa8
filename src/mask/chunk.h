/* chunk.h - chunked attention: hides the keys outside the chunk of `width` positions that the query is in.

   Source: Llama 4 (attention_chunk_size).  A query at a negative position sees no key.  A causal mask
   applies separately. */
#ifndef PLUMB_MASK_CHUNK_H
#define PLUMB_MASK_CHUNK_H
#include "mask/range.h"
#include "spec/mask/chunk.h"

/*@ requires width: 0 < width <= PLUMB_FARTHEST;
    requires writes: \valid(visible + (0 .. keys - 1));
    assigns visible[0 .. keys - 1];
    ensures shows: \forall subset m; \old(shows(visible, m, keys)) ==>
      shows(visible, intersection(m, chunk(position, width)), keys);
*/
void plumb_hide_other_chunks(int64_t position, int64_t width, size_t keys, unsigned char *visible);
#endif
