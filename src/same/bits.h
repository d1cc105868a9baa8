/* bits.h - how the answers of two runs differ, bit by bit. */
#ifndef PLUMB_SAME_BITS_H
#define PLUMB_SAME_BITS_H
#include "same/slice.h"

typedef struct {
    size_t differ; /* elements */
    size_t first;  /* the number of the first that differs, if any does */
    /* Of those that differ: NaN in one run alone; NaN in both, with another sign or payload; 0 and -0. */
    size_t nan_alone, nan_bits, zero_signs;
    double most_ulps; /* the most steps from a number of the format to the next, where no NaN is */
} plumb_same_bits;

/* The slice is of a tensor whose numbers have a format. */
plumb_same_bits plumb_same_bits_of(const plumb_same_slice *slice);
#endif
