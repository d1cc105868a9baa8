/* spec/budget/normalised_blocks.h - an online softmax that normalises its output after each block is one that
   divides at last (spec/budget.md, section 1).  Definition: proofs/model/normalised_blocks.v.

   Source: FlashAttention, arXiv 2205.14135, algorithm 1. */
#ifndef PLUMB_SPEC_BUDGET_NORMALISED_BLOCKS_H
#define PLUMB_SPEC_BUDGET_NORMALISED_BLOCKS_H
#include "spec/budget/model.h"

/* as online_softmax, where the output so far is multiplied by the sum so far, and divided by that with the block's */
/*@ axiomatic NormalisedBlocks {
      predicate normalised_in_blocks(seq u, seq t, seq score, seq v, integer n, integer r, real x);
    } */
/*@ lemma normalised_in_blocks_is_online: \forall seq u, t, score, v, integer n, r, real x;
      is_roundings(u, t) && 0 <= n && 0 <= r && normalised_in_blocks(u, t, score, v, n, r, x) ==>
      online_softmax(u, t, score, v, n, r, x); */
#endif
