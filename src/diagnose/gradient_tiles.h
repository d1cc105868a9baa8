/* gradient_tiles.h - tiles of keys whose part in dq is left out or counted again, and of queries in dk or dv: a
   gradient is the sum of the parts of its tiles, and how often each counts solves least squares. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_TILES_H
#define PLUMB_DIAGNOSE_GRADIENT_TILES_H
#include "diagnose/gradient_sample.h"

/* numbers [lines][width]: room.  *explained stays 0 where no such tiles explain the wrong numbers; says: in words.
   0, or -1 if memory is short. */
int plumb_gradient_tiles(const plumb_gradient_sample *sample, plumb_gradient gradient, double *numbers,
                         size_t *explained, char *says, size_t size);
#endif
