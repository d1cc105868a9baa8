#include "case/encoding.h"
#include <math.h>

enum { Q_BLOCK = 32, SCALE_BYTES = 2, FIFTH_BYTES = 4 };

static const struct {
    size_t elements, bytes;
    int patterns;
} layouts[] = {[PLUMB_LAYOUT_BYTE] = {1, 1, PLUMB_PATTERNS},
               [PLUMB_LAYOUT_PAIR] = {2, 1, 16},
               [PLUMB_LAYOUT_Q8_0] = {Q_BLOCK, SCALE_BYTES + Q_BLOCK, PLUMB_PATTERNS},
               [PLUMB_LAYOUT_Q4_0] = {Q_BLOCK, SCALE_BYTES + Q_BLOCK / 2, 16},
               [PLUMB_LAYOUT_Q4_1] = {Q_BLOCK, 2 * SCALE_BYTES + Q_BLOCK / 2, 16},
               [PLUMB_LAYOUT_Q5_0] = {Q_BLOCK, SCALE_BYTES + FIFTH_BYTES + Q_BLOCK / 2, 32},
               [PLUMB_LAYOUT_Q5_1] = {Q_BLOCK, 2 * SCALE_BYTES + FIFTH_BYTES + Q_BLOCK / 2, 32}};

/* Sign, exponent and fraction; the greatest exponent is no exception. */
static double minifloat(int x, int fraction_bits, int exponent_bits) {
    int fraction = x & ((1 << fraction_bits) - 1), exponent = x >> fraction_bits & ((1 << exponent_bits) - 1);
    int bias = (1 << (exponent_bits - 1)) - 1, hidden = exponent > 0 ? 1 << fraction_bits : 0;
    double magnitude = ldexp(fraction + hidden, (exponent > 0 ? exponent : 1) - bias - fraction_bits);
    return x >> (fraction_bits + exponent_bits) & 1 ? -magnitude : magnitude;
}

/* Exponents are one less than their bits say elsewhere, and what would be -0 is no number. */
static double unsigned_zero(int x, int fraction_bits, int exponent_bits) {
    return x == 0x80 ? (double)NAN : minifloat(x, fraction_bits, exponent_bits) / 2;
}

double plumb_decode_e4m3(int x) {
    return (x & 0x7f) == 0x7f ? (double)NAN : minifloat(x, 3, 4);
}

/* The greatest exponent is that of infinities, and with a fraction that of what is no number. */
static double with_infinities(int x, int fraction_bits, int exponent_bits) {
    int greatest = ((1 << exponent_bits) - 1) << fraction_bits, fraction = x & ((1 << fraction_bits) - 1);
    double infinite = fraction != 0 ? (double)NAN : x & 0x80 ? -(double)INFINITY : (double)INFINITY;
    return (x & greatest) != greatest ? minifloat(x, fraction_bits, exponent_bits) : infinite;
}

static double e5m2(int x) {
    return with_infinities(x, 2, 5);
}

static double e4m3_ieee(int x) {
    return with_infinities(x, 3, 4);
}

static double e4m3fnuz(int x) {
    return unsigned_zero(x, 3, 4);
}

static double e5m2fnuz(int x) {
    return unsigned_zero(x, 2, 5);
}

static double e2m1(int x) {
    return minifloat(x, 1, 2);
}

double plumb_decode_e8m0(int x) {
    return x == 0xff ? (double)NAN : ldexp(1, x - 127);
}

static double i8(int x) {
    return x < 128 ? x : x - 256;
}

static double u8(int x) {
    return x;
}

static double i4(int x) {
    return x < 8 ? x : x - 16;
}

static double less_8(int x) {
    return x - 8;
}

static double less_16(int x) {
    return x - 16;
}

static double not_linear(int x) {
    static const signed char value[] = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};
    return value[x];
}

static const plumb_encoding by_word[] = {
    [PLUMB_PACKED_E4M3] = {"e4m3", PLUMB_LAYOUT_BYTE, false, false, plumb_decode_e4m3},
    [PLUMB_PACKED_E5M2] = {"e5m2", PLUMB_LAYOUT_BYTE, false, false, e5m2},
    [PLUMB_PACKED_E4M3_IEEE] = {"e4m3-ieee", PLUMB_LAYOUT_BYTE, false, false, e4m3_ieee},
    [PLUMB_PACKED_E4M3FNUZ] = {"e4m3fnuz", PLUMB_LAYOUT_BYTE, false, false, e4m3fnuz},
    [PLUMB_PACKED_E5M2FNUZ] = {"e5m2fnuz", PLUMB_LAYOUT_BYTE, false, false, e5m2fnuz},
    [PLUMB_PACKED_E2M1] = {"e2m1", PLUMB_LAYOUT_PAIR, false, false, e2m1},
    [PLUMB_PACKED_I4] = {"i4", PLUMB_LAYOUT_PAIR, true, false, i4},
    [PLUMB_PACKED_U4] = {"u4", PLUMB_LAYOUT_PAIR, true, false, u8},
    [PLUMB_PACKED_Q8_0] = {"q8_0", PLUMB_LAYOUT_Q8_0, false, true, NULL},
    [PLUMB_PACKED_Q4_0] = {"q4_0", PLUMB_LAYOUT_Q4_0, false, true, less_8},
    [PLUMB_PACKED_Q4_1] = {"q4_1", PLUMB_LAYOUT_Q4_1, false, true, u8},
    [PLUMB_PACKED_Q5_0] = {"q5_0", PLUMB_LAYOUT_Q5_0, false, true, less_16},
    [PLUMB_PACKED_Q5_1] = {"q5_1", PLUMB_LAYOUT_Q5_1, false, true, u8},
    [PLUMB_PACKED_IQ4_NL] = {"iq4_nl", PLUMB_LAYOUT_Q4_0, false, true, not_linear},
};

static const plumb_encoding int8 = {"int8", PLUMB_LAYOUT_BYTE, true, false, i8};
static const plumb_encoding uint8 = {"uint8", PLUMB_LAYOUT_BYTE, true, false, u8};

const plumb_encoding *plumb_encoding_find(plumb_dtype dtype, plumb_packing packing) {
    if (packing != PLUMB_PACKED_AS_DTYPE)
        return dtype == PLUMB_DTYPE_U8 || dtype == PLUMB_DTYPE_I8 ? &by_word[packing] : NULL;
    return dtype == PLUMB_DTYPE_F8_E4M3   ? &by_word[PLUMB_PACKED_E4M3]
           : dtype == PLUMB_DTYPE_F8_E5M2 ? &by_word[PLUMB_PACKED_E5M2]
           : dtype == PLUMB_DTYPE_I8      ? &int8
           : dtype == PLUMB_DTYPE_U8      ? &uint8
                                          : NULL;
}

size_t plumb_layout_elements(plumb_layout layout) {
    return layouts[layout].elements;
}

size_t plumb_layout_bytes(plumb_layout layout) {
    return layouts[layout].bytes;
}

int plumb_layout_patterns(plumb_layout layout) {
    return layouts[layout].patterns;
}
