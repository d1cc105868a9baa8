/* change_heads.h - changes of heads that no tensor by itself has (diagnose/making.h). */
#ifndef PLUMB_DIAGNOSE_CHANGE_HEADS_H
#define PLUMB_DIAGNOSE_CHANGE_HEADS_H
#include "diagnose/making.h"

/* The key heads before gqa tile repeated them. */
size_t plumb_groups(const plumb_case *c);

/* Takes keys or values as plumb_verb_take does, of key heads that each query head has its own copy of.  number: how
   many key heads there are. */
int plumb_map_heads(const plumb_making *m);

/* Queries of position t see the key of position t of every head; integer: 1, of the heads up to their own. */
int plumb_exchange_heads(const plumb_making *m);
#endif
