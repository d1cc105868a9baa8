/* singles.h - every change by itself. */
#ifndef PLUMB_DIAGNOSE_SINGLES_H
#define PLUMB_DIAGNOSE_SINGLES_H
#include "diagnose/candidate.h"

/* Adds each change under which the case PASSes to the explanations.  Of a case that PASSes as
   stated, those that ask the same are marked alike, and those for which time was too short are
   counted as undecided.  Returns 0, or -1 if memory is short. */
int plumb_try_singles(plumb_search *search);
#endif
