#include "tests/simulate/kinds.h"
#include <string.h>

/* Roundings. */
#define NEAREST(to) \
    { .format = (to) }
#define CUT(to) \
    { .format = (to), .cut = true }
#define FLUSHED(to) \
    { .format = (to), .flushes = true }

/* Sums: one after another; vectorised, eight side by side; by NVIDIA's matrix units as Fasi, Higham, Mikaitis, Pranesh
   (PeerJ CS 7:e330, 2021) and Khattak, Mikaitis (arXiv 2512.07004) measured them; by AMD's CDNA 2, which rounds. */
#define CHAIN(to) \
    { .sum = NEAREST(to) }
#define LANES(to) \
    { .sum = NEAREST(to), .lanes = 8 }
#define VOLTA \
    { .sum = CUT(AS_F32), .at_once = 4, .width = 24 }
#define AMPERE \
    { .sum = CUT(AS_F32), .at_once = 8, .width = 25 }
#define AMPERE_TF32 \
    { .sum = CUT(AS_F32), .at_once = 4, .width = 25 }
#define HOPPER \
    { .sum = CUT(AS_F32), .at_once = 16, .width = 26 }
#define HOPPER_FP8 \
    { .sum = CUT(AS_E8M13), .at_once = 32, .width = 14 }
#define CDNA \
    { .sum = NEAREST(AS_F32), .at_once = 4 }

/* What all steps in registers have in common. */
#define REGISTERS(in) .exponent = NEAREST(in), .sum = LANES(in), .angle = NEAREST(in)
#define WIDE_BUT(in, round_p, p) \
    REGISTERS(in), .moved = NEAREST(in), .scaled = NEAREST(in), .score = NEAREST(in), .probability = round_p(p), \
        .part = NEAREST(in), .output = NEAREST(in)
#define WIDE(in) WIDE_BUT(in, NEAREST, in)
/* 16-bit tensors, scores and sums in binary32. */
#define FLASH_BUT(in, query, round_p, p, result, round_output) \
    REGISTERS(AS_F32), .moved = NEAREST(in), .scaled = NEAREST(query), .score = NEAREST(AS_F32), \
        .probability = round_p(p), .part = NEAREST(result), .output = round_output(in)
#define FLASH(in) FLASH_BUT(in, AS_F32, NEAREST, in, AS_F32, NEAREST)
#define FLASH_WITH_P(in, round, p) FLASH_BUT(in, AS_F32, round, p, AS_F32, NEAREST)
#define FLASH_WITH_PARTS(in) FLASH_BUT(in, AS_F32, NEAREST, in, in, NEAREST)
#define FLASH_WITH_QUERY(in) FLASH_BUT(in, in, NEAREST, in, AS_F32, NEAREST)
#define FLASH_WITH_CUT_OUTPUT(in) FLASH_BUT(in, AS_F32, NEAREST, in, AS_F32, CUT)
/* Every step is a tensor. */
#define EAGER(in) \
    REGISTERS(AS_F32), .moved = NEAREST(in), .scaled = NEAREST(in), .score = NEAREST(in), .probability = NEAREST(in), \
        .output = NEAREST(in), .divides_first = true
#define TENSOR_CORES(unit) .product = unit, .accumulate = unit
#define BASE_TWO .exponential = {EXP_BASE_TWO, 0}, .rescaling = {EXP_BASE_TWO, 0}
#define FOLDED .scale = SCALE_IN_EXPONENT, BASE_TWO
#define EXP_TO(ulps) .exponential = {EXP_WITHIN, ulps}, .rescaling = {EXP_WITHIN, ulps}
#define INTRINSIC .exponential = {EXP_INTRINSIC, 32}, .rescaling = {EXP_INTRINSIC, 32}

static const simulated_kind kinds[] = {
    /* ---- in one format throughout ---- */
    {"binary64, operation by operation", "f64", PLUMB_F64, .among_forms = true,
     .by = {WIDE(AS_F64), TENSOR_CORES(LANES(AS_F64)), .divides_first = true}},
    {"binary64, tiles of 16 keys", "f64", PLUMB_F64, .among_forms = true,
     .by = {WIDE(AS_F64), TENSOR_CORES(LANES(AS_F64)), .block = 16, .scale = SCALE_ON_QUERY}},
    {"binary64, tiles of 64 keys", "f64", PLUMB_F64, .among_forms = true,
     .by = {WIDE(AS_F64), TENSOR_CORES(CHAIN(AS_F64)), .block = 64, BASE_TWO}},
    {"binary64, tiles of 128 gathered keys", "f64,key_order=any", PLUMB_F64,
     .by = {WIDE(AS_F64), TENSOR_CORES(CHAIN(AS_F64)), .block = 128, .order = KEYS_GATHERED}},
    {"binary32, operation by operation", "f32", PLUMB_F32, .among_forms = true,
     .by = {WIDE(AS_F32), TENSOR_CORES(LANES(AS_F32)), .divides_first = true}},
    {"binary32, tiles of 16 keys", "f32", PLUMB_F32, .among_forms = true,
     .by = {WIDE(AS_F32), TENSOR_CORES(LANES(AS_F32)), .block = 16, .scale = SCALE_ON_QUERY}},
    {"binary32, tiles of 64 keys", "f32", PLUMB_F32, .among_forms = true,
     .by = {WIDE(AS_F32), TENSOR_CORES(CHAIN(AS_F32)), .block = 64, BASE_TWO}},
    {"binary32, tiles of 128 keys, the last first", "f32", PLUMB_F32, .among_forms = true,
     .by = {WIDE(AS_F32), TENSOR_CORES(LANES(AS_F32)), .block = 128, .scale = SCALE_ON_BOTH, .order = KEYS_BACKWARD}},
    {"binary32, four parts", "f32", PLUMB_F32, .among_forms = true,
     .by = {WIDE(AS_F32), TENSOR_CORES(LANES(AS_F32)), .parts = 4}},
    {"binary32, sixteen parts", "f32", PLUMB_F32,
     .by = {WIDE(AS_F32), TENSOR_CORES(CHAIN(AS_F32)), .parts = 16, .block = 64, FOLDED}},
    {"binary32, a ring of four", "f32,merge_levels=3", PLUMB_F32,
     .by = {WIDE(AS_F32), TENSOR_CORES(LANES(AS_F32)), .parts = 4, .merge = MERGE_CHAIN, .block = 64}},
    {"binary32, a tree of eight", "f32,merge_levels=3", PLUMB_F32,
     .by = {WIDE(AS_F32), TENSOR_CORES(LANES(AS_F32)), .parts = 8, .merge = MERGE_TREE, .block = 32}},
    {"binary32, key by key, CUDA's __expf", "f32-fast-exp", PLUMB_F32,
     .by = {WIDE(AS_F32), TENSOR_CORES(CHAIN(AS_F32)), .block = 1, INTRINSIC}},
    {"binary32, gathered keys, exp within 4 ulp", "f32,key_order=any", PLUMB_F32,
     .by = {WIDE(AS_F32), TENSOR_CORES(LANES(AS_F32)), .block = 32, .order = KEYS_GATHERED, EXP_TO(4)}},
    {"binary32, P in bfloat16", "f32,probability=bf16", PLUMB_F32, .among_forms = true,
     .by = {WIDE_BUT(AS_F32, NEAREST, AS_BF16), TENSOR_CORES(LANES(AS_F32)), .block = 16, .scale = SCALE_ON_QUERY}},

    /* ---- flash attention on matrix units ---- */
    {"FlashAttention 2, bfloat16", "bf16-flash", PLUMB_BF16, .among_forms = true,
     .by = {FLASH(AS_BF16), TENSOR_CORES(AMPERE), .block = 64, FOLDED}},
    {"FlashAttention 2, binary16", "fp16-flash", PLUMB_F16, .among_forms = true,
     .by = {FLASH(AS_F16), TENSOR_CORES(AMPERE), .block = 64, FOLDED}},
    {"FlashAttention 3, bfloat16", "bf16-flash", PLUMB_BF16,
     .by = {FLASH(AS_BF16), TENSOR_CORES(HOPPER), .block = 176, .order = KEYS_BACKWARD, FOLDED}},
    {"FlashAttention 3, binary16", "fp16-flash", PLUMB_F16,
     .by = {FLASH(AS_F16), TENSOR_CORES(HOPPER), .block = 128, .order = KEYS_BACKWARD, FOLDED}},
    /* Shifted by 8 ln 2 less than the maximum, so that P reaches 2^8 in E4M3. */
    {"FlashAttention 3, 8 bits", "bf16-flash,probability=e4m3,product=tf32-cut,accumulate=tf32-cut", PLUMB_BF16,
     .numbers = AS_E4M3, .most_keys = 256, .most_channels = 64,
     .by = {FLASH_WITH_P(AS_BF16, NEAREST, AS_E4M3), TENSOR_CORES(HOPPER_FP8), .block = 128, FOLDED,
            .shift = SHIFT_OFFSET, .shift_by = -8 * 0.6931471805599453}},
    {"FlashAttention 4, bfloat16", "bf16-flash", PLUMB_BF16,
     .by = {FLASH(AS_BF16), TENSOR_CORES(HOPPER), .block = 128, .order = KEYS_BACKWARD, .scale = SCALE_IN_EXPONENT,
            .exponential = {EXP_CUBIC, 0}, .rescaling = {EXP_BASE_TWO, 0}, .shift = SHIFT_LAZY, .shift_by = 8}},
    {"FlashAttention 4, binary16", "fp16-flash", PLUMB_F16,
     .by = {FLASH(AS_F16), TENSOR_CORES(HOPPER), .block = 128, .order = KEYS_BACKWARD, .scale = SCALE_IN_EXPONENT,
            .exponential = {EXP_CUBIC, 0}, .rescaling = {EXP_BASE_TWO, 0}, .shift = SHIFT_LAZY, .shift_by = 8}},
    {"Volta, binary16", "fp16-flash", PLUMB_F16, .by = {FLASH(AS_F16), TENSOR_CORES(VOLTA), .block = 32, BASE_TWO}},
    {"flash decoding, binary32 parts", "bf16-flash", PLUMB_BF16,
     .by = {FLASH(AS_BF16), TENSOR_CORES(AMPERE), .block = 64, .parts = 8, FOLDED}},
    {"P cut to bfloat16, sums of uncut P", "bf16-flash,probability=bf16-cut", PLUMB_BF16,
     .by = {FLASH_WITH_P(AS_BF16, CUT, AS_BF16), TENSOR_CORES(AMPERE), .block = 64, FOLDED}},
    {"P cut to bfloat16, sums of cut P", "bf16-flash,probability=bf16-cut", PLUMB_BF16,
     .by = {FLASH_WITH_P(AS_BF16, CUT, AS_BF16), TENSOR_CORES(AMPERE), .block = 64, FOLDED, .sums_stored = true}},
    {"output cut to bfloat16", "bf16-flash,output=bf16-cut", PLUMB_BF16,
     .by = {FLASH_WITH_CUT_OUTPUT(AS_BF16), TENSOR_CORES(AMPERE), .block = 64, FOLDED}},
    {"CPU flash, gathered keys, P in binary32", "bf16-flash,key_order=any", PLUMB_BF16,
     .by = {FLASH_WITH_P(AS_BF16, NEAREST, AS_F32), TENSOR_CORES(LANES(AS_F32)), .block = 512,
            .order = KEYS_GATHERED}},
    {"sums in binary16", "fp16-accumulate", PLUMB_F16, .most_keys = 256, .most_channels = 64,
     .by = {FLASH(AS_F16), TENSOR_CORES(CHAIN(AS_F16)), .block = 16}},
    /* Cutting makes all scores smaller together, by a little more than simulated engines have it. */
    {"sums cut to binary16, scaled query", "fp16-accumulate", PLUMB_F16, .unexpected = true, .most_keys = 256,
     .most_channels = 64,
     .by = {FLASH(AS_F16), .product = {.sum = CUT(AS_F16)}, .accumulate = {.sum = CUT(AS_F16)}, .block = 16,
            .scale = SCALE_ON_QUERY}},

    /* ---- operation by operation ---- */
    {"eager, bfloat16", "bf16-eager", PLUMB_BF16, .among_forms = true,
     .by = {EAGER(AS_BF16), TENSOR_CORES(AMPERE)}},
    {"eager, binary16", "fp16-eager", PLUMB_F16, .among_forms = true, .by = {EAGER(AS_F16), TENSOR_CORES(AMPERE)}},
    {"eager, bfloat16, shifted scores stored", "bf16-eager-shifted", PLUMB_BF16, .among_forms = true,
     .by = {EAGER(AS_BF16), TENSOR_CORES(AMPERE), .shifted = NEAREST(AS_BF16)}},
    {"math path, bfloat16", "bf16-eager", PLUMB_BF16,
     .by = {EAGER(AS_BF16), TENSOR_CORES(AMPERE), .scale = SCALE_ON_BOTH}},
    {"math path, binary16", "fp16-eager", PLUMB_F16,
     .by = {EAGER(AS_F16), TENSOR_CORES(AMPERE), .scale = SCALE_ON_BOTH}},

    /* ---- TensorFloat-32 ---- */
    {"TensorFloat-32, rounded", "tf32", PLUMB_F32, .among_forms = true,
     .by = {WIDE_BUT(AS_F32, NEAREST, AS_TF32), TENSOR_CORES(AMPERE_TF32), .block = 64, BASE_TWO,
            .operand = NEAREST(AS_TF32)}},
    {"TensorFloat-32, cut", "tf32-cut", PLUMB_F32, .among_forms = true,
     .by = {WIDE_BUT(AS_F32, CUT, AS_TF32), TENSOR_CORES(AMPERE_TF32), .divides_first = true, .operand = CUT(AS_TF32)}},
    {"TensorFloat-32, three products", "tf32x3", PLUMB_F32,
     .by = {WIDE(AS_F32), .block = 64, BASE_TWO,
            .product = {.sum = CUT(AS_F32), .at_once = 4, .width = 25, .splits_operands = true},
            .accumulate = {.sum = CUT(AS_F32), .at_once = 4, .width = 25, .splits_operands = true}}},

    /* ---- parts in 16 bits, other shifts, scaled queries, operands of 16 bits ---- */
    {"flash decoding, bfloat16 parts", "bf16-flash,part=bf16", PLUMB_BF16,
     .by = {FLASH_WITH_PARTS(AS_BF16), TENSOR_CORES(AMPERE), .block = 64, .parts = 8, FOLDED}},
    {"flash decoding, binary16 parts", "fp16-flash,part=f16", PLUMB_F16,
     .by = {FLASH_WITH_PARTS(AS_F16), TENSOR_CORES(AMPERE), .block = 64, .parts = 16, FOLDED}},
    {"a ring of eight, bfloat16 parts", "bf16-flash,part=bf16,merge_levels=7", PLUMB_BF16,
     .by = {FLASH_WITH_PARTS(AS_BF16), TENSOR_CORES(HOPPER), .block = 128, .parts = 8, .merge = MERGE_CHAIN, FOLDED}},
    {"binary32, a ring of eight", "f32,merge_levels=7", PLUMB_F32,
     .by = {WIDE(AS_F32), TENSOR_CORES(LANES(AS_F32)), .parts = 8, .merge = MERGE_CHAIN, .block = 64}},
    {"fixed shift", "bf16-flash,shift=fixed:16", PLUMB_BF16,
     .by = {FLASH(AS_BF16), TENSOR_CORES(HOPPER), .block = 128, BASE_TWO, .shift = SHIFT_FIXED, .shift_by = 16}},
    {"maximum over hidden keys", "bf16-flash,shift=hidden", PLUMB_BF16,
     .by = {FLASH(AS_BF16), TENSOR_CORES(AMPERE), .block = 64, BASE_TWO, .shift = SHIFT_HIDDEN}},
    {"binary32, maximum over hidden keys", "f32,shift=hidden", PLUMB_F32,
     .by = {WIDE(AS_F32), TENSOR_CORES(LANES(AS_F32)), .block = 32, .shift = SHIFT_HIDDEN}},
    {"MLX, bfloat16", "bf16-flash-scaled-query", PLUMB_BF16,
     .by = {FLASH_WITH_QUERY(AS_BF16), TENSOR_CORES(CHAIN(AS_F32)), .block = 32, .scale = SCALE_ON_QUERY, BASE_TWO}},
    {"MLX, binary16", "fp16-flash-scaled-query", PLUMB_F16,
     .by = {FLASH_WITH_QUERY(AS_F16), TENSOR_CORES(CHAIN(AS_F32)), .block = 32, .scale = SCALE_ON_QUERY, BASE_TWO}},
    {"MI200, binary16", "fp16-flash-flushed", PLUMB_F16,
     .by = {FLASH_WITH_P(AS_F16, FLUSHED, AS_F16), TENSOR_CORES(CDNA), .block = 64, BASE_TWO,
            .operand = FLUSHED(AS_F16)}},
    {"TPU, one pass of bfloat16", "bf16-products", PLUMB_F32,
     .by = {WIDE_BUT(AS_F32, NEAREST, AS_BF16), TENSOR_CORES(CHAIN(AS_F32)), .block = 128,
            .operand = NEAREST(AS_BF16)}},
    {"ggml, binary16", "f16-products", PLUMB_F32,
     .by = {WIDE_BUT(AS_F32, NEAREST, AS_F16), TENSOR_CORES(LANES(AS_F32)), .block = 256, .scale = SCALE_ON_QUERY,
            .operand = NEAREST(AS_F16), .shift = SHIFT_OFFSET, .shift_by = 3 * 0.6931471805599453}},
};
size_t simulated_kinds(void) {
    return sizeof kinds / sizeof *kinds;
}

const simulated_kind *simulated_kind_at(size_t index) {
    return &kinds[index];
}

const simulated_kind *simulated_kind_find(const char *name) {
    for (size_t i = 0; i < simulated_kinds(); i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}
