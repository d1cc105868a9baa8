/* spec/mask/group.h - groups: a query sees the keys of its own group besides those of a mask.

   The tokens of an image, say, attend to each other in both directions within a causal text.  Source:
   github.com/huggingface/transformers, src/transformers/masking_utils.py (blockwise_overlay). */
#ifndef PLUMB_SPEC_MASK_GROUP_H
#define PLUMB_SPEC_MASK_GROUP_H
#include "spec/mask/document.h"

/*@ predicate joins(subset both, subset m, subset n) =
      \forall integer j; among(both, j) <==> among(m, j) || among(n, j); */
#endif
