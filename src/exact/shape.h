/* shape.h - what rounding needs to know of a binary format: its numbers are
   k * 2^e with |k| < 2^significand_bits, e >= least_exponent, magnitude < 2^overflow_exponent. */
#ifndef PLUMB_EXACT_SHAPE_H
#define PLUMB_EXACT_SHAPE_H
#include "problem/format.h"

typedef struct {
    int significand_bits;
    int least_exponent;    /* the least positive (subnormal) number is 2^least_exponent */
    int overflow_exponent; /* the largest finite number is (1 - 2^-significand_bits) * 2^this */
} plumb_format_shape;

/* IEEE 754-2019 table 3.5; bfloat16 has the exponents of binary32 and 8 significand bits. */
static inline plumb_format_shape plumb_shape(plumb_format format) {
    switch (format) {
    case PLUMB_F32:
        return (plumb_format_shape){24, -149, 128};
    case PLUMB_F16:
        return (plumb_format_shape){11, -24, 16};
    case PLUMB_BF16:
        return (plumb_format_shape){8, -133, 128};
    case PLUMB_F64:
    default:
        return (plumb_format_shape){53, -1074, 1024};
    }
}

/* "F64", "F32", "F16", "BF16": the names of the dtypes in a safetensors file. */
const char *plumb_format_name(plumb_format format);
#endif
