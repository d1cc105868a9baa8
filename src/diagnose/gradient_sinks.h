/* gradient_sinks.h - what a backward pass sums for dsinks instead of all queries of all batch entries. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_SINKS_H
#define PLUMB_DIAGNOSE_GRADIENT_SINKS_H
#include "diagnose/gradient_sample.h"

/* numbers [query_heads]: workspace.  Sets *explained to the wrong numbers that a sum explains, if these are nearly all,
   and `says` to the words for it; else *explained is 0.  Returns 0, or -1 if there is not enough memory. */
int plumb_gradient_sinks(const plumb_gradient_sample *sample, double *numbers, size_t *explained, char *says,
                         size_t size);
#endif
