/* ropes.h - the rotations of released models, for heads of any dimension: only parameters; each test has its own
   expectations. */
#ifndef PLUMB_TESTS_SUPPORT_ROPES_H
#define PLUMB_TESTS_SUPPORT_ROPES_H
#include "problem/position.h"

/* clang-format off */
/* The NTK scaling of transformers, twice the text of LLaMA. */
#define ROPE_DYNAMIC(head_dim) \
    {.dim = (head_dim), .base = 10000, .scaling = PLUMB_ROPE_DYNAMIC, .factor = 2, \
     .original = 2048, .length = 4096}

/* From 4096 to 131072 positions, the ends of the ramp as they are. */
#define ROPE_OF_GPT_OSS(head_dim) \
    {.dim = (head_dim), .base = 150000, .scaling = PLUMB_ROPE_YARN, .factor = 32, \
     .original = 4096, .beta_fast = 32, .beta_slow = 1, .untruncated = true}

/* Eight times 8192 positions. */
#define ROPE_OF_LLAMA_3_1(head_dim) \
    {.dim = (head_dim), .base = 500000, .scaling = PLUMB_ROPE_LLAMA3, .factor = 8, \
     .original = 8192, .low_frequency = 1, .high_frequency = 4}

/* 32 times 4096 positions; the text in use is no longer than 4096. */
#define ROPE_OF_PHI_3(head_dim, longer, shorter) \
    {.dim = (head_dim), .base = 10000, .scaling = PLUMB_ROPE_LONGROPE, .factor = 32, \
     .original = 4096, .length = 4096, .long_divisor = (longer), .short_divisor = (shorter)}
/* clang-format on */
#endif
