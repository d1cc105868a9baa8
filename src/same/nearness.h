/* nearness.h - which of two answers is nearer to the exact values, where they differ. */
#ifndef PLUMB_SAME_NEARNESS_H
#define PLUMB_SAME_NEARNESS_H
#include "same/known.h"

/* An error lies between these; of a sum of squares but for the roundings of the sum. */
typedef struct {
    double low, high;
} plumb_same_error;

/* The errors are those of the numbers `measured`: where both answers and the exact value are finite numbers. */
typedef struct {
    size_t nearer[2]; /* of the numbers that differ, those at which the one or the other is nearer for certain */
    size_t measured;
    plumb_same_error root_mean_square[2], largest[2];
} plumb_same_nearness;

/* Number 0 is `one`, number 1 `two`; both hold what one question asks. */
plumb_same_nearness plumb_same_nearness_of(const plumb_claim *one, const plumb_claim *two, const double *low,
                                           const double *high);
#endif
