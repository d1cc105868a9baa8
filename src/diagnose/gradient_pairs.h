/* gradient_pairs.h - pairs of a tile of queries and a tile of keys, or single queries or keys, that a gradient leaves
   out or counts more than once. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_PAIRS_H
#define PLUMB_DIAGNOSE_GRADIENT_PAIRS_H
#include "diagnose/gradient_parts.h"

/* numbers [lines][width]: workspace.  Sets *explained to the wrong numbers that such pairs explain, if these are nearly
   all, and `says` to the words for them; else *explained is 0.  Returns 0, or -1 if there is not enough memory. */
int plumb_gradient_pairs(const plumb_gradient_parts *parts, double *numbers, size_t *explained, char *says,
                         size_t size);
#endif
