/* bits.h - the differences between the results of two runs, bit by bit. */
#ifndef PLUMB_SAME_BITS_H
#define PLUMB_SAME_BITS_H
#include "same/slice.h"

typedef struct {
    size_t differ; /* elements */
    size_t first;  /* the index of the first that differs, if any does */
    /* Among those that differ: NaN in only one run; NaN in both, with another sign or payload; 0 and -0. */
    size_t nan_alone, nan_bits, zero_signs;
    double most_ulps; /* the largest number of steps between neighbouring numbers of the format, without NaN */
} plumb_same_bits;

/* The slice must be of a tensor of floating-point numbers. */
plumb_same_bits plumb_same_bits_of(const plumb_same_slice *slice);
#endif
