/* stored.h - the precision that the outputs show: the stated one, with results stored in a coarser format.

   If such a kernel has another fault, no change under the stated precision leaves errors small enough for it. */
#ifndef PLUMB_DIAGNOSE_STORED_H
#define PLUMB_DIAGNOSE_STORED_H
#include "base/error.h"
#include "case/case.h"

/* *text, to be freed: the precision as a case states it, if every output is a number of a coarser format than the
   precision of the case stores, the case FAILs under it, too, and no usual engine of that format explains it; else
   NULL.  Returns 0, or -1 with a message. */
int plumb_stored_precision(const plumb_case *judged, int threads, char **text, plumb_error *error);
#endif
