/* spec/mask/sliding_window.h - a query at position p sees the keys p - left <= j <= p + right; -1 is unbounded.

   Inclusive on both sides, as (left, right) of FlashAttention: W keys with the query's own are
   left = W - 1, right = 0.  Source: arXiv 2004.05150 (Longformer), section 3.1. */
#ifndef PLUMB_SPEC_MASK_SLIDING_WINDOW_H
#define PLUMB_SPEC_MASK_SLIDING_WINDOW_H
#include "spec/mask/causal.h"
#include "spec/mask/intersection.h"

/*@ axiomatic SlidingWindow { logic subset window(integer position, integer left, integer right); } */
/*@ lemma window_is: \forall integer p, l, r, j;
      among(window(p, l, r), j) <==> (l == -1 || p - l <= j) && (r == -1 || j <= p + r); */

#ifdef PLUMB_DEFINITIONS
/*@ lemma window_unbounded: \forall integer p, j; among(window(p, -1, -1), j); */
/*@ lemma window_causal: \forall integer t, o, j; among(window(t + o, -1, 0), j) <==> causal_sees(1, t, o, j); */
/*@ lemma window_of_one: \forall integer p, j; among(window(p, 0, 0), j) <==> j == p; */
/*@ lemma window_wide: \forall integer p, l, j; p <= l && 0 <= j <= p ==> among(window(p, l, 0), j); */
#endif
#endif
