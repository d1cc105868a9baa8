/* document.h - packed documents: hides the keys of other segments than the query's own.

   Source: arXiv 2402.13991 (intra-document masking); segment ids of JAX and FlashAttention's cu_seqlens. */
#ifndef PLUMB_MASK_DOCUMENT_H
#define PLUMB_MASK_DOCUMENT_H
#include "spec/mask/document.h"
#include <stddef.h>

/* own: the segment of the query; segment [keys]: those of the keys. */
/*@ requires reads: \valid_read(segment + (0 .. keys - 1));
    requires writes: \valid(visible + (0 .. keys - 1));
    requires apart: \separated(segment + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns visible[0 .. keys - 1];
    ensures shows: \forall subset m, d; \old(shows(visible, m, keys) && shares(segment, own, d, keys)) ==>
      shows(visible, intersection(m, d), keys);
*/
void plumb_hide_other_documents(int64_t own, const int64_t *segment, size_t keys, unsigned char *visible);
#endif
