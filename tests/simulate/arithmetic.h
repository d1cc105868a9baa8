/* arithmetic.h - the arithmetic of simulated engines: numbers rounded to the formats of kernels, sums as matrix units
   make them, exponentials as kernels approximate them.

   Everything is computed in binary64 and then rounded.  A product of two binary32 numbers is exact there, and a sum or
   quotient that is rounded twice differs from the one that is rounded once by less than 2^-29 of a unit. */
#ifndef PLUMB_TESTS_SIMULATE_ARITHMETIC_H
#define PLUMB_TESTS_SIMULATE_ARITHMETIC_H
#include "problem/format.h"
#include <stdbool.h>
#include <stddef.h>

typedef enum {
    AS_IT_IS, /* nothing is rounded */
    AS_F64,
    AS_F32,
    AS_TF32,  /* TensorFloat-32: the exponents of binary32, 11 significant bits */
    AS_E8M13, /* what Hopper's matrix units keep of a sum of 8-bit products: 14 significant bits */
    AS_BF16,
    AS_F16,
    AS_E4M3,
    AS_E5M2,
    NUMBER_FORMATS
} number_format;

typedef struct {
    number_format format;
    bool cut;     /* towards 0, where others round to nearest, ties to even */
    bool flushes; /* subnormal results become 0 */
    int bits;     /* significant ones, if fewer than the format has; 0: all */
} simulated_rounding;

double simulated_round_to(simulated_rounding rounding, double x);

/* What most roundings are stands here: they are most of what an engine does. */
static inline double simulated_round(simulated_rounding rounding, double x) {
    if (rounding.format <= AS_F64)
        return x;
    if (rounding.format == AS_F32 && !rounding.cut && !rounding.flushes && rounding.bits == 0)
        return (double)(float)x;
    return simulated_round_to(rounding, x);
}

number_format number_format_of(plumb_format format);

/* What is computed in binary32 with the processor's own operations, as stored. */
static inline float float_in_format(plumb_format format, float x) {
    return (float)simulated_round((simulated_rounding){.format = number_format_of(format)}, (double)x);
}

/* How products are added. */
typedef struct {
    simulated_rounding sum; /* after each addition */
    size_t at_once;         /* products of one addition; 0: one */
    int width;              /* bits to which addends are cut, from the largest one's first bit down; 0: all */
    size_t lanes;           /* sums side by side, added in pairs at the end, at most 64; 0: one */
    size_t promoted_after;  /* so many products the sum is added to another, in binary32; 0: never */
    bool rounds_products;   /* to the format of the sum, before they are added */
    bool splits_operands;   /* each is two TensorFloat-32 numbers: three products in place of one */
} simulated_unit;

enum { SIMULATED_LANES = 64 };

/* sum + x.y of n numbers; y NULL: all 1. */
double simulated_products(const simulated_unit *unit, double sum, const double *x, const double *y, size_t n);

typedef enum {
    EXP_OF_LIBRARY, /* the exact value, rounded */
    EXP_BASE_TWO,   /* a power of 2, its exponent multiplied by a rounded log2(e) */
    EXP_CUBIC,      /* the same, by FlashAttention 4's polynomial of degree 3 */
    EXP_WITHIN,     /* off by up to so many units in the last place of binary32, some up, some down */
    EXP_BELOW,      /* too small by all of them, each time */
    EXP_INTRINSIC   /* off by up to 2 + 1.173 |x| of them, as CUDA's manual says of __expf, at most `ulps` */
} exponential_kind;

typedef struct {
    exponential_kind kind;
    double ulps; /* EXP_WITHIN, EXP_BELOW, EXP_INTRINSIC */
} simulated_exponential;

/* e^x, and 2^x, each operation in that rounding. */
double simulated_exp(simulated_exponential how, simulated_rounding arithmetic, double x);
double simulated_exp2(simulated_exponential how, simulated_rounding arithmetic, double x);
#endif
