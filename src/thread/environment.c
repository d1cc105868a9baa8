/* environment.c - see environment.h. */
#include "thread/environment.h"
#include <fenv.h>
#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

_Static_assert(FLT_RADIX == 2 && DBL_MANT_DIG == 53 && DBL_MAX_EXP == 1024 && DBL_MIN_EXP == -1021,
               "double is not IEEE 754 binary64");
/* 1: floats are computed with as doubles (s390x); the kernels know no float. */
_Static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1, "the compiler keeps extra precision in double arithmetic");

/* volatile: the machine must answer, not the compiler. */
static bool sum_is(double a, double b, double wanted) {
    volatile double left = a, right = b;
    volatile double sum = left + right;
    return sum == wanted;
}

/* By its bits: where subnormals are taken as zero, they compare equal to it. */
static bool product_is(double a, double b, double wanted) {
    volatile double left = a, right = b;
    double product = left * right;
    uint64_t bits, wanted_bits;
    memcpy(&bits, &product, sizeof bits);
    memcpy(&wanted_bits, &wanted, sizeof wanted_bits);
    return bits == wanted_bits;
}

/* Each directed mode moves two of the four. */
static bool rounds_to_nearest(void) {
    return sum_is(1, 0x1p-60, 1) && sum_is(1, -0x1p-60, 1) && sum_is(-1, 0x1p-60, -1) && sum_is(-1, -0x1p-60, -1);
}

const char *plumb_environment_fault(void) {
    /* the C library reads and writes decimals as its own register says */
    if (!rounds_to_nearest() || fegetround() != FE_TONEAREST)
        return "the rounding mode is not to nearest";
    if (!product_is(DBL_MIN, 0.5, DBL_MIN / 2) || !product_is(-DBL_MIN, 0.5, -DBL_MIN / 2))
        return "subnormal results are flushed to zero (FTZ)";
    if (!product_is(DBL_MIN / 2, 2, DBL_MIN) || !product_is(DBL_MIN / 2, 0x1p100, DBL_MIN * 0x1p99))
        return "subnormal operands are taken as zero (DAZ)";
    return NULL;
}
