/* prefix.h - prefix-LM: hides the keys that are neither at or before the position nor in the prefix.

   Source: arXiv 1910.10683 (T5), section 3.2.1.  Not with a causal mask, which would hide the prefix again. */
#ifndef PLUMB_MASK_PREFIX_H
#define PLUMB_MASK_PREFIX_H
#include "mask/range.h"
#include "spec/mask/prefix.h"

/*@ requires writes: \valid(visible + (0 .. keys - 1));
    assigns visible[0 .. keys - 1];
    ensures shows: \forall subset m; \old(shows(visible, m, keys)) ==>
      shows(visible, intersection(m, prefixed(position, prefix)), keys);
*/
void plumb_hide_outside_prefix(int64_t position, size_t prefix, size_t keys, unsigned char *visible);
#endif
