/* refit.h - a change beside a number that is fitted anew: a scale, a softcap or a factor found from the case as the
   other change leaves it, for as it is stated nothing may fit. */
#ifndef PLUMB_DIAGNOSE_REFIT_H
#define PLUMB_DIAGNOSE_REFIT_H
#include "diagnose/candidate.h"

/* So many neighbours more may come of it; the neighbourhood has room for them. */
enum { PLUMB_REFITS = 64 };

/* Tries such pairs, those first whose change comes nearest.  Returns 0, or -1 if memory is short. */
int plumb_try_refits(plumb_search *search);
#endif
