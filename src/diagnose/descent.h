/* descent.h - several changes found one after the other: each takes away most of the errors that those before it
   leave, and on the next look the nearest of all comes first again. */
#ifndef PLUMB_DIAGNOSE_DESCENT_H
#define PLUMB_DIAGNOSE_DESCENT_H
#include "diagnose/candidate.h"

/* Goes on from the nearest changes, up to PLUMB_CHANGES of them.  Returns 0, or -1 if memory is short. */
int plumb_try_descent(plumb_search *search);
#endif
