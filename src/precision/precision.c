/* The models are rows of precision/precision.def, made of the roundings that this file defines and justifies.  The
   theorem has a place for fewer steps than a model: plumb_precision_of_bounds adds the error of a step without a place
   (parts that are stored and merged, flushed operands, dequantised numbers) to one that it has.  Each fold only
   enlarges a unit or an underflow, so that whatever the model allows the folded one allows too (spec/budget.md, section
   1). */
#include "precision/precision.h"
#include "exact/shape.h"
#include <math.h>
#include <string.h>

/* Roundings to nearest, and with CUT those that cut off what does not fit.  binary64, binary32,
   TensorFloat-32 and bfloat16 underflow to zero below their normal numbers on processors set to
   flush (the default of many GPU compilers); binary16 subnormals are kept by nearly all that has binary16. */
#define F64 \
    { 0x1p-53, 0x1p-1022, INFINITY, false }
#define F32 \
    { 0x1p-24, 0x1p-126, 0x1.ffffffp127, false }
#define F16 \
    { 0x1p-11, 0x1p-25, 0x1.ffep15, false }
#define BF16 \
    { 0x1p-8, 0x1p-126, 0x1.ffp127, false }

/* Matrix units that take 16-bit operands accumulate in binary32 but cut, aligned to the largest
   addend, instead of rounding (Fasi, Higham, Mikaitis, Pranesh, Numerical behavior of NVIDIA
   tensor cores, PeerJ CS 7:e330, 2021): one unit in the last place for each addend.  Those that
   accumulate in binary16 are not trusted to do otherwise. */
#define F32_CUT \
    { 0x1p-23, 0x1p-126, 0x1.ffffffp127, true }
#define F16_CUT \
    { 0x1p-10, 0x1p-24, 0x1.ffep15, true }
#define BF16_CUT \
    { 0x1p-7, 0x1p-126, 0x1.ffp127, true }

/* TensorFloat-32 has the exponents of binary32 and 11 significant bits.  cuBLAS rounds to it before
   a matrix unit takes the number; a unit that is handed binary32 ignores the last 13 bits
   (github.com/triton-lang/triton/issues/4574, github.com/ROCm/rocm-libraries/pull/9176). */
#define TF32 \
    { 0x1p-11, 0x1p-126, 0x1.ffep127, false }
#define TF32_CUT \
    { 0x1p-10, 0x1p-126, 0x1.ffep127, true }

/* A binary32 number as the sum of two TensorFloat-32 ones, the second cut: of products the three largest are added
   (CUTLASS's OpMultiplyAddFastF32, Triton's tf32x3).  The fourth is 2^-22 of the whole, within the same unit. */
#define TF32X2 \
    { 0x1p-21, 0x1p-126, 0x1.ffep127, false }

/* OCP 8-bit Floating Point Specification, revision 1.0: E4M3 has no infinity, and what is beyond it is NaN or the
   largest number; here, as in the other formats, it is not finite. */
#define E4M3 \
    { 0x1p-4, 0x1p-10, 0x1.dp8, false }
#define E5M2 \
    { 0x1p-3, 0x1p-17, 0x1.ep15, false }

/* MI200's matrix units take subnormal binary16 numbers for 0 (PyTorch, Numerical accuracy, "Reduced Precision FP16 and
   BF16 GEMMs and Convolutions on AMD Instinct MI200 devices").  Their operands are binary16 already. */
#define F16_FLUSH \
    { 0, 0x1p-14, INFINITY, false }

#define NONE \
    { 0, 0, INFINITY, false }

static const struct {
    const char *name;
    plumb_rounding rounding;
} roundings[] = {
    {"f64", F64},   {"f32", F32},           {"f32-cut", F32_CUT}, {"tf32", TF32},       {"tf32-cut", TF32_CUT},
    {"bf16", BF16}, {"bf16-cut", BF16_CUT}, {"f16", F16},         {"f16-cut", F16_CUT},
    {"e4m3", E4M3}, {"e5m2", E5M2},         {"tf32x2", TF32X2},   {"none", NONE}, {"f16-flush", F16_FLUSH},
};

static const plumb_precision models[] = {
#define MODEL(name, summary, ...) {name, summary, NULL, __VA_ARGS__},
#include "precision/precision.def"
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

/* By the dtypes of inputs and outputs; ANY_INPUT comes after the lists of one input.  A binary32 tensor may hold what a
   kernel of 16 bits has stored, and a binary64 one what was computed in binary32. */
enum { MOST_PLAUSIBLE = 9, ANY_INPUT = -1 };
static const struct {
    int input;
    plumb_format output;
    const char *name[MOST_PLAUSIBLE];
} plausible[] = {
    {ANY_INPUT, PLUMB_F64, {"f64", "f32", "f32-fast-exp"}},
    {PLUMB_BF16,
     PLUMB_F32,
     {"f32", "f32-fast-exp", "bf16-products", "bf16-flash", "bf16-flash-scaled-query", "bf16-eager",
      "bf16-eager-shifted"}},
    {PLUMB_F16,
     PLUMB_F32,
     {"f32", "f32-fast-exp", "f16-products", "fp16-flash", "fp16-flash-scaled-query", "fp16-flash-flushed",
      "fp16-eager", "fp16-accumulate"}},
    {ANY_INPUT,
     PLUMB_F32,
     {"f32", "f32-fast-exp", "tf32x3", "tf32", "f16-products", "tf32-cut", "bf16-products"}},
    {ANY_INPUT, PLUMB_BF16, {"bf16-flash", "bf16-flash-scaled-query", "bf16-eager", "bf16-eager-shifted"}},
    {ANY_INPUT,
     PLUMB_F16,
     {"fp16-flash", "fp16-flash-scaled-query", "fp16-flash-flushed", "fp16-eager", "fp16-accumulate"}},
};

const plumb_precision *plumb_precision_plausible(plumb_format input, plumb_format output, size_t index) {
    for (size_t i = 0; i < sizeof plausible / sizeof *plausible; i++) {
        bool is_listed = plausible[i].output == output &&
                         (plausible[i].input == ANY_INPUT || plausible[i].input == (int)input);
        if (is_listed)
            return index < MOST_PLAUSIBLE && plausible[i].name[index] != NULL
                       ? plumb_precision_find(plausible[i].name[index])
                       : NULL;
    }
    return NULL;
}

bool plumb_rounding_find(const char *name, plumb_rounding *out) {
    for (size_t i = 0; i < sizeof roundings / sizeof roundings[0]; i++)
        if (strcmp(roundings[i].name, name) == 0) {
            *out = roundings[i].rounding;
            return true;
        }
    return false;
}

const char *plumb_rounding_at(size_t index) {
    return index < sizeof roundings / sizeof roundings[0] ? roundings[index].name : NULL;
}

const char *plumb_rounding_name(plumb_rounding rounding) {
    for (size_t i = 0; i < sizeof roundings / sizeof roundings[0]; i++) {
        plumb_rounding known = roundings[i].rounding;
        if (known.unit == rounding.unit && known.tiny == rounding.tiny && known.overflow == rounding.overflow &&
            known.cut == rounding.cut)
            return roundings[i].name;
    }
    return NULL;
}

/* A merge beyond the first adds four roundings of a log-sum-exp to the 28 of scores and the 12 of the logarithm of the
   number of keys, of which 4 is a third. */
static double merged_unit(const plumb_precision *p) {
    return p->exponent.unit * (1 + (double)(p->merge_levels - 1) / 3);
}

/* Each merge stores its result. */
static void store_parts(plumb_precision *p) {
    double stores = (double)p->merge_levels * p->part.unit, least = (double)p->merge_levels * p->part.tiny;
    stores = stores < 1 ? stores / (1 - stores) : (double)INFINITY;
    p->probability.unit += stores + p->probability.unit * stores;
    p->output.tiny += 2 * least;
}

void plumb_precision_dequantise(plumb_precision *p, plumb_dequantising how) {
    const plumb_rounding single = F32, least_of_16_bits = BF16_CUT;
    double flushed = p->operand.tiny;
    p->dequantises = how;
    if (p->operand.unit > 0)
        return;
    p->operand = p->probability.unit <= least_of_16_bits.unit ? p->probability : single;
    p->operand.tiny = fmax(p->operand.tiny, flushed);
}

static plumb_rounding rounded_twice(plumb_rounding first, plumb_rounding second) {
    second.tiny += (1 + second.unit) * first.tiny;
    second.unit += (1 + second.unit) * first.unit;
    return second;
}

/* value x scale is rounded to binary32 first, then to fewer bits. */
static void allow_dequantised(const plumb_precision *p, plumb_precision *bounds) {
    const plumb_rounding single = F32;
    bool narrow = p->operand.unit > single.unit;
    bounds->operand = narrow ? rounded_twice(single, p->operand) : p->operand;
    if (p->dequantises == PLUMB_DEQUANTISED_MOVED)
        bounds->input = rounded_twice(bounds->operand, p->input);
}

plumb_precision plumb_precision_of_bounds(const plumb_precision *precision) {
    plumb_precision bounds = *precision;
    store_parts(&bounds);
    bounds.exponent.unit = merged_unit(precision);
    if (precision->operand.unit == 0)
        bounds.probability.tiny += precision->operand.tiny;
    bounds.part = (plumb_rounding){0, 0, precision->part.overflow, false};
    if (precision->dequantises != PLUMB_GIVEN_EXACTLY)
        allow_dequantised(precision, &bounds);
    return bounds;
}

plumb_rounding plumb_tensor_rounding(const plumb_precision *p) {
    return p->input.unit > p->output.unit ? p->input : p->output;
}

size_t plumb_merge_rescalings(const plumb_precision *precision) {
    return 3 * (precision->merge_levels - 1);
}

void plumb_precision_merge(plumb_precision *precision, size_t parts, plumb_rounding stored) {
    if (precision->part.unit == 0 && precision->part.tiny == 0)
        precision->part = stored;
    if (precision->merge_levels == 1)
        precision->merge_levels = parts - 1;
}

plumb_rounding plumb_format_rounding(plumb_format format) {
    plumb_format_shape shape = plumb_shape(format);
    /* Half of the least positive number; binary64 cannot hold its own half and gets the whole. */
    double least = ldexp(1, shape.least_exponent);
    return (plumb_rounding){ldexp(1, -shape.significand_bits), least / 2 > 0 ? least / 2 : least,
                            plumb_format_overflow(format), false};
}

const char *plumb_format_rounding_name(plumb_format format) {
    static const char *const names[] = {
        [PLUMB_F64] = "f64", [PLUMB_F32] = "f32", [PLUMB_F16] = "f16", [PLUMB_BF16] = "bf16"};
    return names[format];
}

double plumb_format_overflow(plumb_format format) {
    plumb_format_shape shape = plumb_shape(format);
    /* Midway between the largest finite number and the next power of two; for binary64 that
       midpoint is infinite, as it should be: no binary64 enclosure reaches it. */
    return ldexp(1 - ldexp(0.5, -shape.significand_bits), shape.overflow_exponent);
}
