/* stored_weights.h - the common factor of all outputs of some rows if weights are rounded when they are stored, but
   their sum is not.

   Rounding to nearest has no bias on average, unless rows have few different weights: two keys with one score are both
   rounded up.  The position of a weight between two numbers of the format depends on the shift of the scores, so
   several shifts are tried: weights divided by the largest of their row, and by several constants. */
#ifndef PLUMB_SIMULATED_STORED_WEIGHTS_H
#define PLUMB_SIMULATED_STORED_WEIGHTS_H
#include "number/ball.h"
#include "precision/precision.h"
#include <stddef.h>

enum { PLUMB_STORED_SHIFTS = 8, PLUMB_STORED_WAYS = PLUMB_STORED_SHIFTS + 1 };

/* Sums over some rows. */
typedef struct {
    double rows;
    double factor[PLUMB_STORED_WAYS]; /* summed */
} plumb_stored_weights;

/* Adds a row: weight [keys], and the rounding of their store. */
void plumb_stored_weights_add_row(plumb_stored_weights *sums, const plumb_ball *weight, size_t keys,
                                  plumb_rounding rounding);
void plumb_stored_weights_add(plumb_stored_weights *to, const plumb_stored_weights *more);

/* The largest mean over the shifts: all outputs may be multiplied by 1 plus or minus this. */
double plumb_stored_weights_factor(const plumb_stored_weights *sums);
/* The root of the mean square, over the same shifts, of what storing the weights of a row does to their sum. */
double plumb_stored_weights_spread(const plumb_ball *weight, size_t keys, plumb_rounding rounding);
#endif
