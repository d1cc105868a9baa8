/* sliding_window.h - hides the keys outside position - left <= j <= position + right; -1 is unbounded.

   Source: arXiv 2004.05150 (Longformer); the sides are those of FlashAttention's window_size.  Causal
   attention has right = 0. */
#ifndef PLUMB_MASK_SLIDING_WINDOW_H
#define PLUMB_MASK_SLIDING_WINDOW_H
#include "mask/range.h"
#include "spec/mask/sliding_window.h"

/*@ requires position: -PLUMB_FARTHEST <= position <= PLUMB_FARTHEST;
    requires sides: -1 <= left <= PLUMB_FARTHEST && -1 <= right <= PLUMB_FARTHEST;
    requires writes: \valid(visible + (0 .. keys - 1));
    assigns visible[0 .. keys - 1];
    ensures shows: \forall subset m; \old(shows(visible, m, keys)) ==>
      shows(visible, intersection(m, window(position, left, right)), keys);
*/
void plumb_hide_outside_window(int64_t position, int64_t left, int64_t right, size_t keys, unsigned char *visible);
#endif
