/* format.h - the binary interchange formats in which engines hold tensors, decoded exactly.

   A finite value of a format with p significand bits and least exponent e_min is
   (-1)^sign * integer significand * 2^exponent (IEEE 754-2019, 3.4; bfloat16 is binary32 cut to
   its upper 16 bits), and every such value is a binary64 number: decoding never rounds. */
#ifndef PLUMB_PROBLEM_FORMAT_H
#define PLUMB_PROBLEM_FORMAT_H
#include <stdint.h>
#include <string.h>

/* From fine to coarse. */
typedef enum { PLUMB_F64, PLUMB_F32, PLUMB_F16, PLUMB_BF16 } plumb_format;
enum { PLUMB_FORMATS = PLUMB_BF16 + 1 };

/* Exponent and fraction are moved to the places where binary64 has them.  That pattern is the number divided by
   2^(1023 - bias), also if the number is subnormal, and multiplying by the power is exact. */
static inline double plumb_decode_pattern(uint32_t bits, int significand_bits, int exponent_bits) {
    int magnitude_bits = significand_bits + exponent_bits, bias = (1 << (exponent_bits - 1)) - 1;
    uint64_t sign = bits >> magnitude_bits, magnitude = bits ^ sign << magnitude_bits;
    uint64_t finite = magnitude >> significand_bits < (UINT64_C(1) << exponent_bits) - 1;
    uint64_t pattern = sign << 63 | magnitude << (52 - significand_bits) | (finite ? 0 : UINT64_C(0x7ff) << 52);
    uint64_t power = (uint64_t)(1023 + (finite ? 1023 - bias : 0)) << 52;
    double value, factor;
    memcpy(&value, &pattern, sizeof value);
    memcpy(&factor, &power, sizeof factor);
    return value * factor;
}

/* The value of the bit pattern; NaN and infinities decode to themselves. */
static inline double plumb_decode_f32(uint32_t bits) {
    return plumb_decode_pattern(bits, 23, 8);
}
static inline double plumb_decode_f16(uint16_t bits) {
    return plumb_decode_pattern(bits, 10, 5);
}
static inline double plumb_decode_bf16(uint16_t bits) {
    return plumb_decode_pattern(bits, 7, 8);
}
#endif
