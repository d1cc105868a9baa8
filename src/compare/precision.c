#include "compare/precision.h"
#include "exact/shape.h"
#include <math.h>
#include <string.h>

/* Roundings to nearest.  binary64, binary32 and bfloat16 underflow to zero below their normal
   numbers on processors set to flush (the default of many GPU compilers); binary16 subnormals are
   kept wherever binary16 is. */
#define BINARY64                                                                                   \
    { 0x1p-53, 0x1p-1022 }
#define BINARY32                                                                                   \
    { 0x1p-24, 0x1p-126 }
#define BINARY16                                                                                   \
    { 0x1p-11, 0x1p-25 }
#define BFLOAT16                                                                                   \
    { 0x1p-8, 0x1p-126 }

/* Matrix units that take 16-bit operands accumulate in binary32 but cut, aligned to the largest
   addend, instead of rounding (Fasi, Higham, Mikaitis, Pranesh, Numerical behavior of NVIDIA
   tensor cores, PeerJ CS 7:e330, 2021): one unit in the last place for each addend. */
#define MATRIX32                                                                                   \
    { 0x1p-23, 0x1p-126 }

static const plumb_precision models[] = {
    {
        .name = "f64",
        .summary = "binary64 throughout, exp within 4 ulp",
        .input = BINARY64,
        .product = BINARY64,
        .score = BINARY64,
        .exponent = BINARY64,
        .exponential = 0x1p-50,
        .rescaling = 0x1p-50,
        .probability = BINARY64,
        .accumulate = BINARY64,
        .output = BINARY64,
        .largest = INFINITY,
        .least_key_block = 16,
    },
    {
        .name = "f32",
        .summary = "binary32 throughout, exp within 4 ulp, key blocks of 16 or more",
        .input = BINARY32,
        .product = BINARY32,
        .score = BINARY32,
        .exponent = BINARY32,
        .exponential = 0x1p-21,
        .rescaling = 0x1p-21,
        .probability = BINARY32,
        .accumulate = BINARY32,
        .output = BINARY32,
        .largest = 0x1p128,
        .least_key_block = 16,
    },
    {
        .name = "f32-fast-exp",
        .summary = "binary32 throughout, exp within 32 ulp, key blocks of any size",
        .input = BINARY32,
        .product = BINARY32,
        .score = BINARY32,
        .exponent = BINARY32,
        .exponential = 0x1p-18,
        .rescaling = 0x1p-18,
        .probability = BINARY32,
        .accumulate = BINARY32,
        .output = BINARY32,
        .largest = 0x1p128,
        .least_key_block = 1,
    },
    {
        .name = "bf16-flash",
        .summary = "bfloat16 in and out, binary32 scores and sums, P in bfloat16",
        .input = BINARY32,
        .product = MATRIX32,
        .score = BINARY32,
        .exponent = BINARY32,
        .exponential = 0x1p-12,
        .rescaling = 0x1p-18,
        .probability = BFLOAT16,
        .accumulate = MATRIX32,
        .output = BFLOAT16,
        .largest = 0x1p128,
        .least_key_block = 16,
    },
    {
        .name = "fp16-flash",
        .summary = "binary16 in and out, binary32 scores and sums, P in binary16",
        .input = BINARY32,
        .product = MATRIX32,
        .score = BINARY32,
        .exponent = BINARY32,
        .exponential = 0x1p-12,
        .rescaling = 0x1p-18,
        .probability = BINARY16,
        .accumulate = MATRIX32,
        .output = BINARY16,
        .largest = 0x1.ffep15,
        .least_key_block = 16,
    },
    {
        .name = "bf16-eager",
        .summary = "bfloat16 in and out; scaled q and k, scores and P stored in bfloat16",
        .input = BFLOAT16,
        .product = MATRIX32,
        .score = BFLOAT16,
        .exponent = BINARY32,
        .exponential = 0x1p-12,
        .rescaling = 0x1p-18,
        .probability = BFLOAT16,
        .accumulate = MATRIX32,
        .output = BFLOAT16,
        .largest = 0x1p128,
        .least_key_block = 16,
    },
    {
        .name = "bf16-eager-shifted",
        .summary = "as bf16-eager; scores less their maximum stored in bfloat16, too",
        .input = BFLOAT16,
        .product = MATRIX32,
        .score = BFLOAT16,
        .shifted = 0x1p-8,
        .exponent = BINARY32,
        .exponential = 0x1p-12,
        .rescaling = 0x1p-18,
        .probability = BFLOAT16,
        .accumulate = MATRIX32,
        .output = BFLOAT16,
        .largest = 0x1p128,
        .least_key_block = 16,
    },
    {
        .name = "fp16-eager",
        .summary = "binary16 in and out; scaled q and k, scores and P stored in binary16",
        .input = BINARY16,
        .product = MATRIX32,
        .score = BINARY16,
        .exponent = BINARY32,
        .exponential = 0x1p-12,
        .rescaling = 0x1p-18,
        .probability = BINARY16,
        .accumulate = MATRIX32,
        .output = BINARY16,
        .largest = 0x1.ffep15,
        .least_key_block = 16,
    },
};

const plumb_precision *plumb_precision_at(size_t index) {
    return index < sizeof models / sizeof models[0] ? &models[index] : NULL;
}

const plumb_precision *plumb_precision_find(const char *name) {
    const plumb_precision *model;
    for (size_t index = 0; (model = plumb_precision_at(index)) != NULL; index++)
        if (strcmp(model->name, name) == 0)
            return model;
    return NULL;
}

const plumb_precision *plumb_precision_default(plumb_format format) {
    switch (format) {
    case PLUMB_F32:
        return plumb_precision_find("f32-fast-exp");
    case PLUMB_F16:
        return plumb_precision_find("fp16-eager");
    case PLUMB_BF16:
        return plumb_precision_find("bf16-eager");
    case PLUMB_F64:
    default:
        return plumb_precision_find("f64");
    }
}

plumb_rounding plumb_format_rounding(plumb_format format) {
    plumb_format_shape shape = plumb_shape(format);
    /* Half of the least positive number; binary64 cannot hold its own half and gets the whole. */
    double least = ldexp(1, shape.least_exponent);
    return (plumb_rounding){ldexp(1, -shape.significand_bits), least / 2 > 0 ? least / 2 : least};
}

double plumb_format_overflow(plumb_format format) {
    plumb_format_shape shape = plumb_shape(format);
    /* Midway between the largest finite number and the next power of two; for binary64 that
       midpoint is infinite, as it should be: no binary64 enclosure reaches it. */
    return ldexp(1 - ldexp(0.5, -shape.significand_bits), shape.overflow_exponent);
}
