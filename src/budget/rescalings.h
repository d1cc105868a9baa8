/* rescalings.h - how often an online softmax rescales at most: how many blocks of keys can raise its running maximum.

   A kernel walks blocks of keys, hidden ones too.  So it is not the number of visible keys that counts, but how many
   blocks hold one: where masks leave few keys, each may be alone in its block. */
#ifndef PLUMB_BUDGET_RESCALINGS_H
#define PLUMB_BUDGET_RESCALINGS_H
#include "budget/model.h"
#include "spec/budget/rescalings.h"

typedef enum {
    PLUMB_KEYS_IN_ORDER,      /* a block is a run of neighbouring keys; blocks may be walked in any order */
    PLUMB_KEYS_GATHERED,      /* a block is of any keys */
    PLUMB_MAXIMUM_OVER_HIDDEN /* a block is of any keys, and the maximum is taken over hidden ones, too */
} plumb_key_order;

/* visible [keys]: the keys that take part.  Blocks hold at least `block` keys each, the first and the last of them, or
   any two, perhaps fewer.  has_sink: the maximum may be raised by a sink's logit, too. */
/*@ requires counts: keys <= PLUMB_MOST_ROUNDINGS / 4 && 0 < block <= PLUMB_MOST_ROUNDINGS;
    requires order: 0 <= order <= 2;
    requires reads: \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures counted: \result <= keys + 1;
    ensures raised: \forall subset m; shows(visible, m, keys) ==>
      raised_at_most(order, m, keys, block, has_sink, \result);
*/
size_t plumb_most_rescalings(plumb_key_order order, const unsigned char *visible, size_t keys, size_t block,
                             int has_sink);
#endif
