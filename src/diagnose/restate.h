/* restate.h - changes what a case states: replaces members of its description, and reads it again as the reader of
   cases does.

   Members that belong to replaced words, or would have no effect with the new ones, are removed, as a case must not
   state them; the rules of the language (schema/rules.h) check the rest. */
#ifndef PLUMB_DIAGNOSE_RESTATE_H
#define PLUMB_DIAGNOSE_RESTATE_H
#include "diagnose/making.h"
#include "schema/rules.h"

/* Whether the reader would accept the case: what it states and holds, and its positions. */
bool plumb_case_allowed(const plumb_case *c);

/* Changes the case to one without the tensors and members of neighbour->of (names, separated by spaces; NULL: none)
   that states the members of neighbour->states.  Returns 1, or 0 where no case says that or it asks nothing else, or -1
   if memory is short. */
int plumb_restate(const plumb_making *m);

/* The same of masks alone: an encoding that counts positions has them as before. */
int plumb_restate_masks(const plumb_making *m);

/* The same of an encoding, where the case has none: the last query stands at the last key, unless masks say where. */
int plumb_restate_at_end(const plumb_making *m);

/* Whether the neighbour would have the stated case say anything else than it does; *all: its members are all that is
   to be said, for nothing is left out.  -1 if memory is short. */
int plumb_says_other(const plumb_case *stated, const plumb_neighbour *neighbour, bool *all);
#endif
