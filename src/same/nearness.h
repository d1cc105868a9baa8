/* nearness.h - which of two differing results is nearer to the exact values. */
#ifndef PLUMB_SAME_NEARNESS_H
#define PLUMB_SAME_NEARNESS_H
#include "same/known.h"

/* An error is between these; for a sum of squares, except for the roundings of the sum. */
typedef struct {
    double low, high;
} plumb_same_error;

/* The errors are those of the `measured` elements: both results and the exact value are finite. */
typedef struct {
    size_t nearer[2]; /* differing elements at which the one or the other is certainly nearer */
    size_t measured;
    plumb_same_error root_mean_square[2], largest[2];
} plumb_same_nearness;

/* Index 0 is `one`, index 1 `two`: results of the same question. low, high: the intervals of the exact values. */
plumb_same_nearness plumb_same_nearness_of(const plumb_claim *one, const plumb_claim *two, const double *low,
                                           const double *high);
#endif
