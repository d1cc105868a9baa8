/* streaming.h - StreamingLLM: hides the keys that are neither among the first nor the recent ones.

   Source: arXiv 2309.17453, section 3.2.  `recent` counts the query's own key.  A first key after the
   position stays visible: a causal mask hides it. */
#ifndef PLUMB_MASK_STREAMING_H
#define PLUMB_MASK_STREAMING_H
#include "mask/range.h"
#include "spec/mask/streaming.h"

/*@ requires position: -PLUMB_FARTHEST <= position <= PLUMB_FARTHEST;
    requires recent: 0 <= recent <= PLUMB_FARTHEST;
    requires writes: \valid(visible + (0 .. keys - 1));
    assigns visible[0 .. keys - 1];
    ensures shows: \forall subset m; \old(shows(visible, m, keys)) ==>
      shows(visible, intersection(m, streamed(position, first, recent)), keys);
*/
void plumb_hide_evicted(int64_t position, size_t first, int64_t recent, size_t keys, unsigned char *visible);
#endif
