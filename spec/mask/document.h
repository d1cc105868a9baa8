/* spec/mask/document.h - packed documents: a query sees the keys of its own segment.

   Also called intra-document masking or segment ids; `shares` says that memory denotes the keys whose
   segment is `own`.  Segments need not be contiguous nor ordered.  Source: arXiv 2402.13991. */
#ifndef PLUMB_SPEC_MASK_DOCUMENT_H
#define PLUMB_SPEC_MASK_DOCUMENT_H
#include "spec/mask/intersection.h"
#include <stdint.h>

/*@ predicate shares{L}(int64_t *segment, integer own, subset m, integer n) =
      \forall integer j; 0 <= j < n ==> (segment[j] == own <==> among(m, j)); */

#ifdef PLUMB_DEFINITIONS
/*@ lemma one_document_hides_nothing{L}: \forall int64_t *segment, integer own, n, subset m, d;
      shares(segment, own, d, n) && (\forall integer j; 0 <= j < n ==> segment[j] == own) ==>
      \forall integer j; 0 <= j < n ==> (among(intersection(m, d), j) <==> among(m, j)); */
#endif
#endif
