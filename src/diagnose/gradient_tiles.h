/* gradient_tiles.h - finds tiles of keys that dq, or of queries that dk or dv, leaves out or counts twice: a gradient
   is the sum over its tiles, and least squares gives the factor of each. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_TILES_H
#define PLUMB_DIAGNOSE_GRADIENT_TILES_H
#include "diagnose/gradient_sample.h"

/* Of dq, dk and dv. */
plumb_explain_gradient plumb_gradient_tiles;
#endif
