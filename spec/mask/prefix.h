/* spec/mask/prefix.h - prefix-LM: a query at position p sees the keys j <= p, and every key of the prefix.

   The columns of the prefix are visible to all rows, so the prefix attends to itself in both
   directions.  Source: arXiv 1910.10683 (T5), section 3.2.1; arXiv 2410.10781. */
#ifndef PLUMB_SPEC_MASK_PREFIX_H
#define PLUMB_SPEC_MASK_PREFIX_H
#include "spec/mask/causal.h"
#include "spec/mask/first_keys.h"
#include "spec/mask/intersection.h"

/*@ axiomatic Prefix { logic subset prefixed(integer position, integer prefix); } */
/*@ lemma prefixed_is: \forall integer p, n, j; among(prefixed(p, n), j) <==> j <= p || j < n; */

#ifdef PLUMB_DEFINITIONS
/*@ lemma prefixed_causal: \forall integer t, o, j;
      j >= 0 ==> (among(prefixed(t + o, 0), j) <==> causal_sees(1, t, o, j)); */
/*@ lemma prefixed_first_keys: \forall integer t, o, n, j, subset m;
      j >= 0 && (among(m, j) <==> causal_sees(1, t, o, j)) ==>
      (among(prefixed(t + o, n), j) <==> among(with_first(m, n), j)); */
#endif
#endif
