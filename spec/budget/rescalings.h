/* spec/budget/rescalings.h - how often blocks of keys can raise the running maximum of an online softmax
   (spec/budget.md, section 1).  Definitions: proofs/model/rescalings.v. */
#ifndef PLUMB_SPEC_BUDGET_RESCALINGS_H
#define PLUMB_SPEC_BUDGET_RESCALINGS_H
#include "spec/number/sequence.h"

/*@ axiomatic Rescalings {
      // n keys, those in m taking part, come in blocks of at least `size`: whichever these are in this order
      // (src/budget/rescalings.h), at most r of them hold a key that the maximum is taken over, or the sink
      predicate raised_at_most(integer order, subset m, integer n, integer size, integer sink, integer r);
      // if each block ends as early as it can, `count` of the first n keys' hold one in m; the next begins at `next`
      predicate blocks_walked(subset m, integer size, integer n, integer count, integer next);
    } */

/*@ lemma none_walked: \forall subset m, integer size; blocks_walked(m, size, 0, 0, 0); */
/*@ lemma next_walked: \forall subset m, integer size, n, k, count, more, next, after;
      0 <= n < k <= n + 1 && among(m, n) && next <= n && count < more <= count + 1 && k <= after &&
      (0 < count ==> next + size <= after) && (after <= k || 0 < count && after <= next + size) &&
      blocks_walked(m, size, n, count, next) ==> blocks_walked(m, size, k, more, after); */
/*@ lemma same_walked: \forall subset m, integer size, n, k, count, next;
      0 <= n < k <= n + 1 && (!among(m, n) || n < next) && blocks_walked(m, size, n, count, next) ==>
      blocks_walked(m, size, k, count, next); */

/*@ lemma raised_in_order: \forall subset m, integer size, n, count, next;
      0 <= n && 0 < size && blocks_walked(m, size, n, count, next) ==> raised_at_most(0, m, n, size, 0, count); */
/* blocks of one key each are the keys in m */
/*@ lemma raised_by_key: \forall subset m, integer size, n, count, next;
      0 <= n && blocks_walked(m, 1, n, count, next) ==> raised_at_most(1, m, n, size, 0, count); */
/*@ lemma raised_by_block: \forall integer order, subset m, integer size, n, r;
      0 < order && 0 <= n <= 1 && n <= r || 0 < order && 2 <= n && 0 < size && n - 2 < (r - 1) * size ==>
      raised_at_most(order, m, n, size, 0, r); */
/*@ lemma raised_by_sink: \forall integer order, subset m, integer size, n, sink, r, more;
      raised_at_most(order, m, n, size, 0, r) && r < more ==> raised_at_most(order, m, n, size, sink, more); */

#ifdef PLUMB_DEFINITIONS
/* blocks of equal size are blocks in every order: with a key in each of them the maximum may rise so often */
/*@ lemma key_in_each_block: \forall integer order, subset m, integer size, blocks, r;
      0 < size && 0 <= blocks && raised_at_most(order, m, blocks * size, size, 0, r) &&
      (\forall integer i; 0 <= i < blocks ==> \exists integer j; i * size <= j < (i + 1) * size && among(m, j)) ==>
      blocks <= r; */
/*@ lemma sink_by_itself: \forall integer order, subset m, integer size, n, sink, r;
      0 <= n && sink != 0 && raised_at_most(order, m, n, size, sink, r) ==> 1 <= r; */
/* a maximum over hidden keys rises with a block that holds no other */
/*@ lemma hidden_raise: \forall subset m, integer size, n, r;
      0 < n && raised_at_most(2, m, n, size, 0, r) ==> 1 <= r; */
/* other blocks than those in order may each hold one key of a few neighbours */
/*@ lemma gathered_apart: \forall subset m, integer blocks, size, r;
      0 < size && 0 <= blocks && raised_at_most(1, m, blocks * size, size, 0, r) &&
      (\forall integer j; 0 <= j < blocks ==> among(m, j)) ==> blocks <= r; */
#endif
#endif
