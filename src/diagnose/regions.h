/* regions.h - changes that explain a part of the rows: a convention of some heads, batch entries or queries alone. */
#ifndef PLUMB_DIAGNOSE_REGIONS_H
#define PLUMB_DIAGNOSE_REGIONS_H
#include "diagnose/candidate.h"

/* If no change explains all rows, and what is inferred of the kernel does not either: tries each change on the failing
   rows alone.  One that leaves none of them wrong becomes the inference, with the region of these rows, if there are
   words for it.  Returns 0, or -1 if memory is short. */
int plumb_try_regions(plumb_search *search);
#endif
