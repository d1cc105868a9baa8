/* verbs.h - operations on the tensors that neighbour->of names, separated by spaces: each changes all of them that the
   case has.

   Tensors that a case may omit are made first: position ids if positions are counted, slopes and tables if a rule gives
   them.  A change does not apply if its result is invalid in a case, if no number changes, if queries and keys keep
   their positions, or if masks show the same keys. */
#ifndef PLUMB_DIAGNOSE_VERBS_H
#define PLUMB_DIAGNOSE_VERBS_H
#include "diagnose/gather.h"
#include "diagnose/making.h"
#include "diagnose/tensors.h"

/* Which entry, head, key or element stands in the place of number i of n. */
typedef enum {
    PLUMB_FIRST,
    PLUMB_LAST,
    PLUMB_NEXT,          /* after the last the first */
    PLUMB_BEFORE,        /* before the first the last */
    PLUMB_AFTER,         /* the last has its own */
    PLUMB_PREVIOUS,      /* the first has its own */
    PLUMB_PREVIOUS_OR_0, /* the first is 0 */
    PLUMB_AFTER_OR_0,    /* the last is 0 */
    PLUMB_FIRST_ALONE,   /* all from `number` on are 0 */
    PLUMB_LAST_BUT_ONE,  /* for the last; the others have their own */
    PLUMB_REVERSED,
    PLUMB_OTHERS_REVERSED, /* the first has its own */
    PLUMB_OTHER_HALF,    /* halves change places */
    PLUMB_OTHER_OF_PAIR, /* neighbours do; of an odd n the last has its own */
    PLUMB_OF_KEY_HEAD,   /* the number of the key head that head i reads */
    PLUMB_OF_TILED_HEAD, /* i mod key_heads */
    PLUMB_BY_GROUP,      /* head (k, g), number k groups + g, stands at g key_heads + k */
    PLUMB_FROM_BY_GROUP, /* the other way round */
    PLUMB_OF_RANK,       /* i mod n / number */
    PLUMB_TILE_FIRST,    /* the first of its tile of `number` */
    PLUMB_TILE_LAST,
    PLUMB_TILED,         /* of `number` key heads the one that query head i reads: i mod number */
    PLUMB_INTERLEAVED,   /* i / (n / number) */
    PLUMB_BY_COUNT,      /* i / number */
    PLUMB_BY_PADDED,     /* i over the next power of two from n / number */
    PLUMB_NEXT_OF_KEYS,  /* the one after its own */
    PLUMB_BEFORE_OF_KEYS,
    PLUMB_REVERSED_KEYS
} plumb_taken;

int plumb_verb_take(const plumb_making *m);     /* integer: the axis; second: plumb_taken; number: of ranks, or
                                              the tile */
int plumb_verb_multiply(const plumb_making *m); /* number: the factor; second: the power of the scale, 1 or -1, besides;
                                              infinite biases, which hide, stay; -1 negates truths */
int plumb_verb_add(const plumb_making *m);      /* integer, number: what is added to integers, to numbers */
int plumb_verb_count(const plumb_making *m);    /* integer: from where queries with ids are counted; keys from 0 */
int plumb_verb_round(const plumb_making *m);    /* integer: PLUMB_F16 or PLUMB_BF16; second: 0 by way of binary32 */
int plumb_verb_relayout(const plumb_making *m); /* integer: plumb_memory, as which the tensor is read */

/* Such a verb: fills the elements of `to` from view->first to view->end, from each of the tensors as it is.  For a
   single row these are the queries, keys and values of its head; all of other tensors. */
typedef void plumb_fill(const plumb_making *m, const plumb_tensor_view *view, void *to);
int plumb_change_tensors(const plumb_making *m, plumb_fill *with);
#endif
