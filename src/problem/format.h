/* format.h - the binary interchange formats in which engines hold tensors, decoded exactly.

   A finite value of a format with p significand bits and least exponent e_min is
   (-1)^sign * integer significand * 2^exponent (IEEE 754-2019, 3.4; bfloat16 is binary32 cut to
   its upper 16 bits), and every such value is a binary64 number: decoding never rounds. */
#ifndef PLUMB_PROBLEM_FORMAT_H
#define PLUMB_PROBLEM_FORMAT_H
#include <stdint.h>

typedef enum { PLUMB_F64, PLUMB_F32, PLUMB_F16, PLUMB_BF16 } plumb_format;

/* The value of the bit pattern; NaN and infinities decode to themselves. */
double plumb_decode_f32(uint32_t bits);
double plumb_decode_f16(uint16_t bits);
double plumb_decode_bf16(uint16_t bits);
#endif
