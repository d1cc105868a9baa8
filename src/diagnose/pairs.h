/* pairs.h - several changes together, where none explains by itself. */
#ifndef PLUMB_DIAGNOSE_PAIRS_H
#define PLUMB_DIAGNOSE_PAIRS_H
#include "diagnose/candidate.h"

/* Whether two changes may be tried together: not of one axis, nor two precisions, nor, where only exact ones are looked
   for, one; nor what is tried by itself alone. */
bool plumb_may_join(const plumb_neighbour *a, const plumb_neighbour *b, bool exact_only);

/* Tries changes beside a fitted number, several by descent, and all pairs, those first that come near by themselves,
   until time is up; once something explains, for as long again.  Returns 0, or -1 if memory is short. */
int plumb_try_several(plumb_search *search);
#endif
