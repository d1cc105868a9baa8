/* stored_weights.h - by what factor weights that are rounded as they are stored, beside a sum of weights that are not,
   may change all outputs of some rows alike.

   Rounded to nearest, weights lean to no side on the average, unless rows have few different ones: two keys of one
   score are both rounded up.  How a weight lies between two numbers of the format depends on what scores are shifted
   by, so several shifts are tried: weights over the largest of their row, and as they are, over several constants. */
#ifndef PLUMB_SIMULATED_STORED_WEIGHTS_H
#define PLUMB_SIMULATED_STORED_WEIGHTS_H
#include "number/ball.h"
#include "precision/precision.h"
#include <stddef.h>

enum { PLUMB_STORED_SHIFTS = 8, PLUMB_STORED_WAYS = PLUMB_STORED_SHIFTS + 1 };

/* Of some rows. */
typedef struct {
    double rows;
    double factor[PLUMB_STORED_WAYS]; /* summed */
} plumb_stored_weights;

/* Adds a row of so many keys. */
void plumb_stored_weights_add_row(plumb_stored_weights *sums, const plumb_ball *weight, size_t keys,
                                  plumb_rounding rounding);
void plumb_stored_weights_add(plumb_stored_weights *to, const plumb_stored_weights *more);

/* The largest mean of a way: the outputs of all rows may be multiplied by 1 plus or minus that. */
double plumb_stored_weights_factor(const plumb_stored_weights *sums);
#endif
