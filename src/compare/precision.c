#include "compare/precision.h"
#include "exact/shape.h"
#include <math.h>
#include <string.h>

/* Roundings to nearest, and with CUT those that cut off what does not fit.  binary64, binary32,
   TensorFloat-32 and bfloat16 underflow to zero below their normal numbers on processors set to
   flush (the default of many GPU compilers); binary16 subnormals are kept wherever binary16 is. */
#define BINARY64                                                                                   \
    { 0x1p-53, 0x1p-1022, INFINITY }
#define BINARY32                                                                                   \
    { 0x1p-24, 0x1p-126, 0x1.ffffffp127 }
#define BINARY16                                                                                   \
    { 0x1p-11, 0x1p-25, 0x1.ffep15 }
#define BFLOAT16                                                                                   \
    { 0x1p-8, 0x1p-126, 0x1.ffp127 }

/* Matrix units that take 16-bit operands accumulate in binary32 but cut, aligned to the largest
   addend, instead of rounding (Fasi, Higham, Mikaitis, Pranesh, Numerical behavior of NVIDIA
   tensor cores, PeerJ CS 7:e330, 2021): one unit in the last place for each addend.  Those that
   accumulate in binary16 are not trusted to do otherwise. */
#define BINARY32_CUT                                                                               \
    { 0x1p-23, 0x1p-126, 0x1.ffffffp127 }
#define BINARY16_CUT                                                                               \
    { 0x1p-10, 0x1p-24, 0x1.ffep15 }
#define BFLOAT16_CUT                                                                               \
    { 0x1p-7, 0x1p-126, 0x1.ffp127 }

/* TensorFloat-32 has the exponents of binary32 and 11 significant bits.  cuBLAS rounds to it before
   a matrix unit takes the number; a unit that is handed binary32 ignores the last 13 bits
   (github.com/triton-lang/triton/issues/4574, github.com/ROCm/rocm-libraries/pull/9176). */
#define TENSORFLOAT32                                                                              \
    { 0x1p-11, 0x1p-126, 0x1.ffep127 }
#define TENSORFLOAT32_CUT                                                                          \
    { 0x1p-10, 0x1p-126, 0x1.ffep127 }

#define NOT_ROUNDED                                                                                \
    { 0, 0, INFINITY }

static const struct {
    const char *name;
    plumb_rounding rounding;
} roundings[] = {
    {"f64", BINARY64},
    {"f32", BINARY32},
    {"f32-cut", BINARY32_CUT},
    {"tf32", TENSORFLOAT32},
    {"tf32-cut", TENSORFLOAT32_CUT},
    {"bf16", BFLOAT16},
    {"bf16-cut", BFLOAT16_CUT},
    {"f16", BINARY16},
    {"f16-cut", BINARY16_CUT},
    {"none", NOT_ROUNDED},
};

static const plumb_precision models[] = {
    {
        .name = "f64",
        .summary = "binary64 throughout, exp within 4 ulp",
        .input = BINARY64,
        .operand = NOT_ROUNDED,
        .product = BINARY64,
        .score = BINARY64,
        .exponent = BINARY64,
        .exponential = 0x1p-50,
        .rescaling = 0x1p-50,
        .probability = BINARY64,
        .accumulate = BINARY64,
        .output = BINARY64,
        .least_key_block = 16,
    },
    {
        .name = "f32",
        .summary = "binary32 throughout, exp within 4 ulp, key blocks of 16 or more",
        .input = BINARY32,
        .operand = NOT_ROUNDED,
        .product = BINARY32,
        .score = BINARY32,
        .exponent = BINARY32,
        .exponential = 0x1p-21,
        .rescaling = 0x1p-21,
        .probability = BINARY32,
        .accumulate = BINARY32,
        .output = BINARY32,
        .least_key_block = 16,
    },
    {
        .name = "f32-fast-exp",
        .summary = "binary32 throughout, exp within 32 ulp, key blocks of any size",
        .input = BINARY32,
        .operand = NOT_ROUNDED,
        .product = BINARY32,
        .score = BINARY32,
        .exponent = BINARY32,
        .exponential = 0x1p-18,
        .rescaling = 0x1p-18,
        .probability = BINARY32,
        .accumulate = BINARY32,
        .output = BINARY32,
        .least_key_block = 1,
    },
    {
        .name = "bf16-flash",
        .summary = "bfloat16 in and out, binary32 scores and sums, P in bfloat16",
        .input = BINARY32,
        .operand = NOT_ROUNDED,
        .product = BINARY32_CUT,
        .score = BINARY32,
        .exponent = BINARY32,
        .exponential = 0x1p-12,
        .rescaling = 0x1p-18,
        .probability = BFLOAT16,
        .accumulate = BINARY32_CUT,
        .output = BFLOAT16,
        .least_key_block = 16,
    },
    {
        .name = "fp16-flash",
        .summary = "binary16 in and out, binary32 scores and sums, P in binary16",
        .input = BINARY32,
        .operand = NOT_ROUNDED,
        .product = BINARY32_CUT,
        .score = BINARY32,
        .exponent = BINARY32,
        .exponential = 0x1p-12,
        .rescaling = 0x1p-18,
        .probability = BINARY16,
        .accumulate = BINARY32_CUT,
        .output = BINARY16,
        .least_key_block = 16,
    },
    {
        .name = "bf16-eager",
        .summary = "bfloat16 in and out; scaled q and k, scores and P stored in bfloat16",
        .input = BFLOAT16,
        .operand = NOT_ROUNDED,
        .product = BINARY32_CUT,
        .score = BFLOAT16,
        .exponent = BINARY32,
        .exponential = 0x1p-12,
        .rescaling = 0x1p-18,
        .probability = BFLOAT16,
        .accumulate = BINARY32_CUT,
        .output = BFLOAT16,
        .least_key_block = 16,
    },
    {
        .name = "bf16-eager-shifted",
        .summary = "as bf16-eager; scores less their maximum stored in bfloat16, too",
        .input = BFLOAT16,
        .operand = NOT_ROUNDED,
        .product = BINARY32_CUT,
        .score = BFLOAT16,
        .shifted = 0x1p-8,
        .exponent = BINARY32,
        .exponential = 0x1p-12,
        .rescaling = 0x1p-18,
        .probability = BFLOAT16,
        .accumulate = BINARY32_CUT,
        .output = BFLOAT16,
        .least_key_block = 16,
    },
    {
        .name = "fp16-eager",
        .summary = "binary16 in and out; scaled q and k, scores and P stored in binary16",
        .input = BINARY16,
        .operand = NOT_ROUNDED,
        .product = BINARY32_CUT,
        .score = BINARY16,
        .exponent = BINARY32,
        .exponential = 0x1p-12,
        .rescaling = 0x1p-18,
        .probability = BINARY16,
        .accumulate = BINARY32_CUT,
        .output = BINARY16,
        .least_key_block = 16,
    },
    {
        .name = "tf32",
        .summary = "binary32, but products take q, k, P and v rounded to TensorFloat-32",
        .input = BINARY32,
        .operand = TENSORFLOAT32,
        .product = BINARY32_CUT,
        .score = BINARY32,
        .exponent = BINARY32,
        .exponential = 0x1p-18,
        .rescaling = 0x1p-18,
        .probability = TENSORFLOAT32,
        .accumulate = BINARY32_CUT,
        .output = BINARY32,
        .least_key_block = 16,
    },
    {
        .name = "tf32-cut",
        .summary = "as tf32, cut to TensorFloat-32 in place of rounded",
        .input = BINARY32,
        .operand = TENSORFLOAT32_CUT,
        .product = BINARY32_CUT,
        .score = BINARY32,
        .exponent = BINARY32,
        .exponential = 0x1p-18,
        .rescaling = 0x1p-18,
        .probability = TENSORFLOAT32_CUT,
        .accumulate = BINARY32_CUT,
        .output = BINARY32,
        .least_key_block = 16,
    },
    {
        .name = "fp16-accumulate",
        .summary = "as fp16-flash, but scores and P v are accumulated in binary16",
        .input = BINARY32,
        .operand = NOT_ROUNDED,
        .product = BINARY16_CUT,
        .score = BINARY16,
        .exponent = BINARY32,
        .exponential = 0x1p-12,
        .rescaling = 0x1p-18,
        .probability = BINARY16,
        .accumulate = BINARY16_CUT,
        .output = BINARY16,
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

bool plumb_rounding_find(const char *name, plumb_rounding *out) {
    for (size_t i = 0; i < sizeof roundings / sizeof roundings[0]; i++)
        if (strcmp(roundings[i].name, name) == 0) {
            *out = roundings[i].rounding;
            return true;
        }
    return false;
}

const char *plumb_rounding_name(plumb_rounding rounding) {
    for (size_t i = 0; i < sizeof roundings / sizeof roundings[0]; i++) {
        plumb_rounding known = roundings[i].rounding;
        if (known.unit == rounding.unit && known.tiny == rounding.tiny &&
            known.overflow == rounding.overflow)
            return roundings[i].name;
    }
    return NULL;
}

double plumb_precision_overflow(const plumb_precision *p) {
    const plumb_rounding *const steps[] = {&p->input,    &p->operand,     &p->product,
                                           &p->score,    &p->exponent,    &p->probability,
                                           &p->accumulate, &p->output};
    double least = INFINITY;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        least = fmin(least, steps[i]->overflow);
    return least;
}

plumb_rounding plumb_format_rounding(plumb_format format) {
    plumb_format_shape shape = plumb_shape(format);
    /* Half of the least positive number; binary64 cannot hold its own half and gets the whole. */
    double least = ldexp(1, shape.least_exponent);
    return (plumb_rounding){ldexp(1, -shape.significand_bits), least / 2 > 0 ? least / 2 : least,
                            plumb_format_overflow(format)};
}

double plumb_format_overflow(plumb_format format) {
    plumb_format_shape shape = plumb_shape(format);
    /* Midway between the largest finite number and the next power of two; for binary64 that
       midpoint is infinite, as it should be: no binary64 enclosure reaches it. */
    return ldexp(1 - ldexp(0.5, -shape.significand_bits), shape.overflow_exponent);
}
