/* format.c - see format.h. */
#include "problem/format.h"
#include <math.h>
#include <string.h>

/* (1 + fraction / 2^significand_bits) 2^exponent: every normal number of these formats is one of binary64. */
static double normal(uint32_t fraction, int significand_bits, int exponent) {
    uint64_t bits = (uint64_t)(exponent + 1023) << 52 | (uint64_t)fraction << (52 - significand_bits);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A format with `significand_bits` stored significand bits and `exponent_bits` exponent bits. */
static double decode(uint32_t bits, int significand_bits, int exponent_bits) {
    uint32_t fraction = bits & ((UINT32_C(1) << significand_bits) - 1);
    int exponent = (int)(bits >> significand_bits) & ((1 << exponent_bits) - 1);
    int negative = (int)(bits >> (significand_bits + exponent_bits)) & 1;
    int bias = (1 << (exponent_bits - 1)) - 1;
    double magnitude;
    if (exponent == (1 << exponent_bits) - 1)
        magnitude = fraction == 0 ? (double)INFINITY : (double)NAN;
    else if (exponent == 0)
        magnitude = ldexp((double)fraction, 1 - bias - significand_bits);
    else
        magnitude = normal(fraction, significand_bits, exponent - bias);
    return negative ? -magnitude : magnitude;
}

double plumb_decode_f32(uint32_t bits) {
    return decode(bits, 23, 8);
}

double plumb_decode_f16(uint16_t bits) {
    return decode(bits, 10, 5);
}

double plumb_decode_bf16(uint16_t bits) {
    return decode(bits, 7, 8);
}
