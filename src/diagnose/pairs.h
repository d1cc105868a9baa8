/* pairs.h - two changes together, where none explains by itself. */
#ifndef PLUMB_DIAGNOSE_PAIRS_H
#define PLUMB_DIAGNOSE_PAIRS_H
#include "diagnose/candidate.h"

/* Tries pairs of changes of different axes, neither of which explains alone, until time is up;
   those of changes that come near by themselves first.  If a coarser precision explains, pairs
   leave precision alone.  Returns 0, or -1 if memory is short. */
int plumb_try_pairs(plumb_search *search);
#endif
