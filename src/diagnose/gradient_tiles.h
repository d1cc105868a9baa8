/* gradient_tiles.h - finds tiles of keys that dq, or of queries that dk or dv, leaves out or counts twice: a gradient
   is the sum over its tiles, and least squares gives the factor of each. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_TILES_H
#define PLUMB_DIAGNOSE_GRADIENT_TILES_H
#include "diagnose/gradient_sample.h"

/* numbers [lines][width]: room.  *explained stays 0 where no such tiles explain the wrong numbers; says: in words.
   0, or -1 if memory is short. */
int plumb_gradient_tiles(const plumb_gradient_sample *sample, plumb_gradient gradient, double *numbers,
                         size_t *explained, char *says, size_t size);
#endif
