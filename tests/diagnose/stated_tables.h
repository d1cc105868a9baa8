/* stated_tables.h - the cases of stated_cases.h, in tables: each is about one list of neighbours. */
#ifndef PLUMB_TESTS_DIAGNOSE_STATED_TABLES_H
#define PLUMB_TESTS_DIAGNOSE_STATED_TABLES_H
#include "tests/diagnose/stated_cases.h"

/* ---- cases that are about one list each ---- */

/* Batch, query heads, key heads, queries, keys, head and value dimension. */
#define SIZES(b, h, k, t, j, d, v)                                                                                     \
    .batch = b, .query_heads = h, .key_heads = k, .query_length = t, .key_length = j, .head_dim = d, .value_dim = v
#define USUAL SIZES(2, 4, 2, 5, 9, 8, 6)
#define SQUARE SIZES(2, 4, 2, 8, 8, 8, 8)
#define SMALL SIZES(1, 1, 1, 3, 4, 3, 2)
#define LONG SIZES(1, 2, 1, 9, 13, 8, 6)
#define AT_THE_END .causal = {true, 4}
#define OPEN_AT_THE_END .causal = {false, 4}

static const stated_case masks[] = {
    {.name = "no mask", .shape = {USUAL}},
    {.name = "no mask, one query", .shape = {SIZES(1, 1, 1, 1, 4, 3, 2)}},
    {.name = "no mask, one key", .shape = {SIZES(1, 1, 1, 3, 1, 3, 2)}},
    {.name = "no mask, more queries than keys", .shape = {SIZES(1, 1, 1, 6, 4, 3, 2)}},
    {.name = "causal, at the end", .shape = {USUAL, AT_THE_END}},
    {.name = "causal, from the start", .shape = {USUAL, .causal = {true, 0}}},
    {.name = "causal, square", .shape = {SQUARE, .causal = {true, 0}}},
    {.name = "causal, between", .shape = {USUAL, .causal = {true, 2}}},
    {.name = "causal, rows without keys", .shape = {USUAL, .causal = {true, -2}}},
    {.name = "rows without keys are NaN", .shape = {USUAL, .causal = {true, -2}, .empty_row = PLUMB_EMPTY_ROW_NAN}},
    {.name = "rows without keys are means",
     .shape = {USUAL, .causal = {true, -2}, .empty_row = PLUMB_EMPTY_ROW_MEAN, .empty_lse_positive = true}},
    {.name = "rows without keys beside a sink",
     .shape = {USUAL, .causal = {true, -2}, .op = {.sink = PLUMB_SINK_ZERO}}},
    {.name = "window", .shape = {USUAL, AT_THE_END, .mask = {.windowed = true, .left = 3}}},
    {.name = "window, not causal",
     .shape = {USUAL, OPEN_AT_THE_END, .mask = {.windowed = true, .left = 3, .right = 2}}},
    {.name = "window without end", .shape = {USUAL, AT_THE_END, .mask = {.windowed = true, .left = -1, .right = 1}}},
    {.name = "window to the right", .shape = {SQUARE, .mask = {.windowed = true, .left = 2, .right = -1}}},
    {.name = "window of one key", .shape = {USUAL, AT_THE_END, .mask = {.windowed = true}}},
    {.name = "prefix", .shape = {USUAL, OPEN_AT_THE_END, .mask = {.prefixed = true, .prefix = 6}}},
    {.name = "prefix of all keys", .shape = {USUAL, OPEN_AT_THE_END, .mask = {.prefixed = true, .prefix = 9}}},
    {.name = "prefix of no key", .shape = {USUAL, OPEN_AT_THE_END, .mask = {.prefixed = true, .prefix = 0}}},
    {.name = "chunk", .shape = {USUAL, AT_THE_END, .mask = {.chunk = 4}}},
    {.name = "chunk, not causal", .shape = {SQUARE, .mask = {.chunk = 3}}},
    {.name = "chunk of one key", .shape = {USUAL, AT_THE_END, .mask = {.chunk = 1}}},
    {.name = "streaming", .shape = {USUAL, AT_THE_END, .mask = {.streaming = true, .first = 2, .recent = 3}}},
    {.name = "streaming without first keys",
     .shape = {USUAL, AT_THE_END, .mask = {.streaming = true, .first = 0, .recent = 3}}},
    {.name = "streaming in a cache",
     .shape = {USUAL,
               AT_THE_END,
               .mask = {.streaming = true, .first = 2, .recent = 3, .in_cache = true},
               .position = {.kind = PLUMB_POSITION_ALIBI}}},
    {.name = "documents", .shape = {USUAL, AT_THE_END}, .gives = HAS_SEGMENTS},
    {.name = "documents, square", .shape = {SQUARE}, .gives = HAS_SEGMENTS},
    {.name = "documents of one entry", .shape = {SIZES(1, 4, 2, 8, 8, 8, 8)}, .gives = HAS_SEGMENTS},
    {.name = "boolean mask", .shape = {SQUARE}, .gives = HAS_ALLOWED},
    {.name = "boolean mask of all heads", .shape = {SQUARE}, .gives = HAS_ALLOWED | ALLOWED_IS_SHARED},
    {.name = "boolean mask beside a causal one", .shape = {USUAL, AT_THE_END}, .gives = HAS_ALLOWED},
    {.name = "boolean mask and bias", .shape = {USUAL}, .gives = HAS_ALLOWED | HAS_BIAS | BIAS_HIDES},
    {.name = "first keys", .shape = {USUAL, AT_THE_END, .op = {.sink = PLUMB_SINK_FIRST_KEYS, .sink_keys = 2},
                                     .mask = {.windowed = true, .left = 2}}},
    {.name = "all masks",
     .shape = {USUAL,
               AT_THE_END,
               .mask = {.windowed = true, .left = 5, .streaming = true, .first = 1, .recent = 5, .chunk = 6}},
     .gives = HAS_SEGMENTS | HAS_ALLOWED},
    {.name = "causal beside ALiBi", .shape = {USUAL, AT_THE_END, .position = {.kind = PLUMB_POSITION_ALIBI}}},
    {.name = "window beside ids", .gives = HAS_IDS,
     .shape = {USUAL, AT_THE_END, .mask = {.windowed = true, .left = 3},
               .position = {.kind = PLUMB_POSITION_ALIBI}}},
};

static const stated_case scores[] = {
    {.name = "scale by the dimension", .shape = {USUAL}},
    {.name = "scale stated", .shape = {USUAL, .scale = {"0.125"}}},
    {.name = "scale a ratio", .shape = {USUAL, .scale = {"1/3"}}},
    {.name = "scale 1", .shape = {USUAL, .scale = {"1"}}},
    {.name = "scale 0", .shape = {USUAL, .scale = {"0"}}},
    {.name = "scale below 0", .shape = {USUAL, .scale = {"-0.25"}}},
    {.name = "scale, values of another width", .shape = {SIZES(2, 4, 2, 5, 9, 8, 16)}},
    {.name = "scale, a large dimension", .shape = {SIZES(1, 1, 1, 3, 4, 20, 2)}},
    {.name = "bias", .shape = {USUAL}, .gives = HAS_BIAS},
    {.name = "bias of all heads", .shape = {SQUARE}, .gives = HAS_BIAS | BIAS_IS_SHARED},
    {.name = "bias that hides", .shape = {SQUARE}, .gives = HAS_BIAS | BIAS_HIDES},
    {.name = "bias of one head", .shape = {SMALL}, .gives = HAS_BIAS},
    {.name = "bias beside a causal mask", .shape = {USUAL, AT_THE_END}, .gives = HAS_BIAS},
    {.name = "softcap", .shape = {USUAL, .op = {.softcap = 30}}},
    {.name = "softcap, bias, mask", .shape = {USUAL, AT_THE_END, .op = {.softcap = 2}}, .gives = HAS_BIAS},
    {.name = "bias, softcap, mask", .gives = HAS_BIAS,
     .shape = {USUAL, AT_THE_END, .op = {.softcap = 2, .softcap_order = PLUMB_BIAS_CAP_MASK}}},
    {.name = "bias, mask, softcap", .gives = HAS_BIAS,
     .shape = {USUAL, AT_THE_END, .op = {.softcap = 2, .softcap_order = PLUMB_BIAS_MASK_CAP}}},
    {.name = "mask, softcap",
     .shape = {USUAL, AT_THE_END, .op = {.softcap = 50, .softcap_order = PLUMB_BIAS_MASK_CAP}}},
    {.name = "softcap beside a boolean mask", .shape = {USUAL, .op = {.softcap = 20}}, .gives = HAS_ALLOWED},
    {.name = "softcap beside ALiBi",
     .shape = {USUAL, AT_THE_END, .op = {.softcap = 5}, .position = {.kind = PLUMB_POSITION_ALIBI}}},
    {.name = "scale of kernels", .shape = {USUAL, .op = {.kind = PLUMB_ELU_KERNEL, .normalisation = PLUMB_SUM}}},
    {.name = "binary16 numbers", .shape = {USUAL}, .format = PLUMB_F16},
    {.name = "bfloat16 numbers", .shape = {USUAL, .scale = {"0.3"}}, .format = PLUMB_BF16},
    {.name = "scale of binary64", .shape = {USUAL, .scale = {"0.12345678901234567"}}, .precision = "f64"},
};

#define OPERATOR(of) .shape = {USUAL, AT_THE_END, .op = of}
#define WITH(...) {__VA_ARGS__}

static const stated_case operators[] = {
    {.name = "softmax", OPERATOR(WITH(.kind = PLUMB_SOFTMAX))},
    {.name = "scaled softmax", OPERATOR(WITH(.kind = PLUMB_SCALED_SOFTMAX, .alpha = 1.25))},
    {.name = "power softmax", OPERATOR(WITH(.kind = PLUMB_POWER_SOFTMAX, .power = 2))},
    {.name = "clipped softmax", OPERATOR(WITH(.kind = PLUMB_CLIPPED_SOFTMAX, .gamma = -0.03, .zeta = 1.03))},
    {.name = "softpick", OPERATOR(WITH(.kind = PLUMB_SOFTPICK))},
    {.name = "sigmoid", OPERATOR(WITH(.kind = PLUMB_SIGMOID))},
    {.name = "sigmoid, sum", OPERATOR(WITH(.kind = PLUMB_SIGMOID, .normalisation = PLUMB_SUM))},
    {.name = "sigmoid, absolute sum", OPERATOR(WITH(.kind = PLUMB_SIGMOID, .normalisation = PLUMB_ABSOLUTE_SUM))},
    {.name = "sigmoid, at least one", OPERATOR(WITH(.kind = PLUMB_SIGMOID, .normalisation = PLUMB_AT_LEAST_ONE))},
    {.name = "elu, sum", OPERATOR(WITH(.kind = PLUMB_ELU, .normalisation = PLUMB_SUM, .epsilon = 1e-6))},
    {.name = "identity, absolute sum", OPERATOR(WITH(.kind = PLUMB_IDENTITY, .normalisation = PLUMB_ABSOLUTE_SUM))},
    {.name = "identity, at least one", OPERATOR(WITH(.kind = PLUMB_IDENTITY, .normalisation = PLUMB_AT_LEAST_ONE))},
    {.name = "identity", OPERATOR(WITH(.kind = PLUMB_IDENTITY))},
    {.name = "elu kernel", OPERATOR(WITH(.kind = PLUMB_ELU_KERNEL, .normalisation = PLUMB_SUM))},
    {.name = "mlp kernel", OPERATOR(WITH(.kind = PLUMB_MLP_KERNEL, .normalisation = PLUMB_ABSOLUTE_SUM))},
    {.name = "sink 1", OPERATOR(WITH(.sink = PLUMB_SINK_ZERO))},
    {.name = "sink logits", OPERATOR(WITH(.sink = PLUMB_SINK_LOGIT))},
    {.name = "sink logits outside the log-sum-exp", OPERATOR(WITH(.sink = PLUMB_SINK_LOGIT, .sink_outside_lse = true))},
    {.name = "sink logits and softcap", OPERATOR(WITH(.sink = PLUMB_SINK_LOGIT, .softcap = 3))},
    {.name = "sink logits of one group", .shape = {SIZES(2, 4, 4, 5, 9, 8, 6), .op = {.sink = PLUMB_SINK_LOGIT}}},
    {.name = "sink logits of two heads",
     .shape = {SIZES(2, 2, 1, 5, 9, 8, 6), .op = {.sink = PLUMB_SINK_LOGIT}}},
    {.name = "sink logits of one head", .shape = {SMALL, .op = {.sink = PLUMB_SINK_LOGIT}}},
    {.name = "sink keys", OPERATOR(WITH(.sink = PLUMB_SINK_KEY))},
    {.name = "sink keys and values", OPERATOR(WITH(.sink = PLUMB_SINK_KEY_VALUE))},
    {.name = "sink token", OPERATOR(WITH(.sink = PLUMB_SINK_TOKEN))},
    {.name = "sink token and softcap", OPERATOR(WITH(.sink = PLUMB_SINK_TOKEN, .softcap = 4))},
    {.name = "sink of first keys", OPERATOR(WITH(.sink = PLUMB_SINK_FIRST_KEYS, .sink_keys = 3))},
    {.name = "bias of key 0", OPERATOR(WITH(.sink = PLUMB_SINK_KEY0_BIAS))},
    {.name = "bias of key 0 and bias", OPERATOR(WITH(.sink = PLUMB_SINK_KEY0_BIAS)), .gives = HAS_BIAS},
    {.name = "value bias", OPERATOR(WITH(.kind = PLUMB_SOFTMAX)), .gives = HAS_VALUE_BIAS},
    {.name = "gate", OPERATOR(WITH(.kind = PLUMB_SOFTMAX)), .gives = HAS_GATE},
    {.name = "gate of elements", .shape = {USUAL, .extra = {.gate_per_element = true}}, .gives = HAS_GATE},
    {.name = "gate, value bias, sink", OPERATOR(WITH(.sink = PLUMB_SINK_LOGIT)), .gives = HAS_GATE | HAS_VALUE_BIAS},
    {.name = "sigmoid, gate, value bias", OPERATOR(WITH(.kind = PLUMB_SIGMOID)), .gives = HAS_GATE | HAS_VALUE_BIAS},
};

static const stated_case heads[] = {
    {.name = "groups of two", .shape = {USUAL}},
    {.name = "groups of three, three key heads", .shape = {SIZES(2, 9, 3, 5, 9, 8, 6)}},
    {.name = "groups of four", .shape = {SIZES(2, 8, 2, 5, 9, 8, 6)}},
    {.name = "one key head", .shape = {SIZES(2, 4, 1, 5, 9, 8, 6)}},
    {.name = "a key head for each", .shape = {SIZES(2, 4, 4, 5, 9, 8, 6)}},
    {.name = "tiled", .shape = {SIZES(2, 4, 4, 5, 9, 8, 6)}, .tiled_heads = 2},
    {.name = "tiled, square", .shape = {SIZES(2, 4, 4, 8, 8, 8, 8)}, .tiled_heads = 2},
    {.name = "three entries", .shape = {SIZES(3, 4, 2, 5, 9, 8, 6)}},
    {.name = "one entry", .shape = {SIZES(1, 4, 2, 5, 9, 8, 6)}},
    {.name = "one head", .shape = {SMALL}},
    {.name = "square", .shape = {SQUARE}},
    {.name = "square, a key head for each", .shape = {SIZES(2, 4, 4, 8, 8, 8, 8)}},
    {.name = "as many heads as keys", .shape = {SIZES(2, 8, 8, 8, 8, 8, 8)}},
    {.name = "entries with bias, ids and segments", .gives = HAS_BIAS | HAS_IDS | HAS_SEGMENTS,
     .shape = {USUAL, .causal = {false, 4}, .position = {.kind = PLUMB_POSITION_ALIBI}}},
    {.name = "heads with sinks and slopes", .gives = HAS_SLOPES,
     .shape = {USUAL, AT_THE_END, .op = {.sink = PLUMB_SINK_TOKEN}, .position = {.kind = PLUMB_POSITION_ALIBI}}},
    {.name = "heads with masks of their own", .shape = {SQUARE}, .gives = HAS_ALLOWED},
};

static const stated_case keys[] = {
    {.name = "keys", .shape = {USUAL}},
    {.name = "keys, causal", .shape = {USUAL, AT_THE_END}},
    {.name = "keys, square", .shape = {SQUARE, .causal = {true, 0}}},
    {.name = "keys, one", .shape = {SIZES(1, 1, 1, 3, 1, 3, 2)}},
    {.name = "keys, two", .shape = {SIZES(1, 1, 1, 3, 2, 3, 2)}},
    {.name = "keys, 17", .shape = {SIZES(1, 1, 1, 3, 17, 3, 2)}},
    {.name = "keys, 64", .shape = {SIZES(1, 1, 1, 3, 64, 3, 2)}},
    {.name = "keys, bias", .shape = {USUAL}, .gives = HAS_BIAS},
    {.name = "keys, boolean mask", .shape = {USUAL}, .gives = HAS_ALLOWED},
    {.name = "keys, boolean mask of all heads", .shape = {USUAL}, .gives = HAS_ALLOWED | ALLOWED_IS_SHARED},
    {.name = "keys, documents", .shape = {USUAL}, .gives = HAS_SEGMENTS},
    {.name = "keys, sink", .shape = {USUAL, AT_THE_END, .op = {.sink = PLUMB_SINK_LOGIT}}},
    {.name = "keys, sigmoid", .shape = {USUAL, AT_THE_END, .op = {.kind = PLUMB_SIGMOID}}},
    {.name = "keys, rotations",
     .shape = {USUAL, AT_THE_END, .position = {.kind = PLUMB_POSITION_ROPE, .rope = {.dim = 8, .base = 10000}}}},
    {.name = "keys, ids", .gives = HAS_IDS,
     .shape = {USUAL, AT_THE_END, .position = {.kind = PLUMB_POSITION_ROPE, .rope = {.dim = 8, .base = 10000}}}},
    {.name = "keys, relative table",
     .shape = {USUAL, AT_THE_END, .position = {.kind = PLUMB_POSITION_RELATIVE_TABLE, .table_rows = 7}}},
    {.name = "keys, not finite", .shape = {LONG, .causal = {true, 0}}, .gives = NOT_FINITE},
    {.name = "keys, values alone", .shape = {USUAL, AT_THE_END}, .holds = 1u << PLUMB_OUTPUT},
    {.name = "keys, weights alone", .shape = {USUAL, AT_THE_END}, .holds = 1u << PLUMB_WEIGHTS},
};

#define ROPE(of) .shape = {USUAL, AT_THE_END, .position = {.kind = PLUMB_POSITION_ROPE, .rope = of}}

static const stated_case ropes[] = {
    {.name = "rope", ROPE(WITH(.dim = 8, .base = 10000))},
    {.name = "rope, not causal",
     .shape = {USUAL, .position = {.kind = PLUMB_POSITION_ROPE, .rope = {.dim = 8, .base = 10000}}}},
    {.name = "rope, interleaved", ROPE(WITH(.layout = PLUMB_ROPE_INTERLEAVED, .dim = 8, .base = 500000))},
    {.name = "rope, deinterleaved", ROPE(WITH(.layout = PLUMB_ROPE_DEINTERLEAVED, .dim = 8, .base = 10000))},
    {.name = "rope, half of the dimension", ROPE(WITH(.dim = 4, .base = 10000))},
    {.name = "rope, one pair", ROPE(WITH(.dim = 2, .base = 10000))},
    {.name = "rope, multiplier", ROPE(WITH(.dim = 8, .base = 1000000, .multiplier = 1.25))},
    {.name = "rope, linear", ROPE(WITH(.dim = 8, .base = 10000, .scaling = PLUMB_ROPE_LINEAR, .factor = 4))},
    {.name = "rope, ntk", ROPE(WITH(.dim = 8, .base = 10000, .scaling = PLUMB_ROPE_NTK, .factor = 2))},
    {.name = "rope, dynamic",
     ROPE(WITH(.dim = 8, .base = 10000, .scaling = PLUMB_ROPE_DYNAMIC, .factor = 2, .original = 6, .length = 9))},
    {.name = "rope, dynamic by the maximum",
     ROPE(WITH(.dim = 8, .base = 10000, .scaling = PLUMB_ROPE_DYNAMIC, .factor = 2, .original = 6,
               .length_rule = PLUMB_ROPE_BY_MAXIMUM))},
    {.name = "rope, yarn",
     ROPE(WITH(.dim = 8, .base = 10000, .scaling = PLUMB_ROPE_YARN, .factor = 4, .original = 64, .beta_fast = 32,
               .beta_slow = 1))},
    {.name = "rope, yarn, untruncated",
     ROPE(WITH(.dim = 8, .base = 10000, .scaling = PLUMB_ROPE_YARN, .factor = 8, .original = 64, .beta_fast = 16,
               .beta_slow = 2, .untruncated = true))},
    {.name = "rope, yarn, mscale",
     ROPE(WITH(.dim = 8, .base = 10000, .scaling = PLUMB_ROPE_YARN, .factor = 40, .original = 64, .beta_fast = 32,
               .beta_slow = 1, .mscale = 1, .mscale_all = 0.5))},
    {.name = "rope, yarn, multiplier",
     ROPE(WITH(.dim = 8, .base = 10000, .scaling = PLUMB_ROPE_YARN, .factor = 4, .original = 64, .beta_fast = 32,
               .beta_slow = 1, .multiplier = 1.5))},
    {.name = "rope, llama3",
     ROPE(WITH(.dim = 8, .base = 500000, .scaling = PLUMB_ROPE_LLAMA3, .factor = 8, .original = 64, .low_frequency = 1,
               .high_frequency = 4))},
    {.name = "rope, longrope",
     ROPE(WITH(.dim = 8, .base = 10000, .scaling = PLUMB_ROPE_LONGROPE, .factor = 4, .original = 6, .length = 9))},
    {.name = "rope, longrope, short",
     ROPE(WITH(.dim = 8, .base = 10000, .scaling = PLUMB_ROPE_LONGROPE, .factor = 4, .original = 16, .length = 9))},
    {.name = "rope, longrope by the maximum",
     ROPE(WITH(.dim = 8, .base = 10000, .scaling = PLUMB_ROPE_LONGROPE, .factor = 4, .original = 16,
               .length_rule = PLUMB_ROPE_BY_MAXIMUM))},
    {.name = "rope, longrope, multiplier",
     ROPE(WITH(.dim = 8, .base = 10000, .scaling = PLUMB_ROPE_LONGROPE, .factor = 4, .original = 6, .length = 9,
               .multiplier = 1.25))},
    {.name = "rope, a large base", ROPE(WITH(.dim = 8, .base = 1e200))},
    {.name = "rope, a small base", ROPE(WITH(.dim = 8, .base = 1e-200))},
    {.name = "rope, tables", ROPE(WITH(.dim = 8, .base = 10000)), .gives = HAS_TABLES},
    {.name = "rope, tables, interleaved, half of the dimension",
     .gives = HAS_TABLES,
     ROPE(WITH(.layout = PLUMB_ROPE_INTERLEAVED, .dim = 4, .base = 10000))},
    {.name = "rope, ids", ROPE(WITH(.dim = 8, .base = 10000)), .gives = HAS_IDS},
    {.name = "rope, ids with gaps, linear",
     .gives = HAS_IDS | IDS_HAVE_GAPS,
     ROPE(WITH(.dim = 8, .base = 10000, .scaling = PLUMB_ROPE_LINEAR, .factor = 2))},
    {.name = "rope, ids and tables", ROPE(WITH(.dim = 8, .base = 10000)), .gives = HAS_IDS | HAS_TABLES},
    {.name = "rope, the last elements",
     ROPE(WITH(.layout = PLUMB_ROPE_DEINTERLEAVED, .dim = 4, .last = true, .base = 10000))},
    {.name = "rope, three axes", .gives = HAS_IDS, ROPE(WITH(.dim = 8, .base = 10000, .sections = {3, {2, 1, 1}}))},
    {.name = "rope, three axes interleaved",
     .gives = HAS_IDS,
     ROPE(WITH(.dim = 8, .base = 10000, .sections = {3, {2, 1, 1}}, .order = PLUMB_SECTIONS_INTERLEAVED))},
    {.name = "rope, two axes, each by itself",
     .gives = HAS_IDS | IDS_HAVE_GAPS,
     ROPE(WITH(.dim = 8, .base = 100, .sections = {2, {2, 2}}, .frequencies = PLUMB_FREQUENCIES_RESTARTED))},
    {.name = "rope, two axes and tables",
     .gives = HAS_IDS | HAS_TABLES,
     ROPE(WITH(.dim = 8, .base = 10000, .sections = {2, {3, 1}}))},
    {.name = "rope, two axes that are counted", ROPE(WITH(.dim = 8, .base = 10000, .sections = {2, {2, 2}}))},
    {.name = "rope and a temperature",
     .shape = {USUAL, AT_THE_END,
               .position = {.kind = PLUMB_POSITION_ROPE,
                            .rope = {.dim = 8, .base = 10000},
                            .temperature = {0.5, 3, 0}}}},
    {.name = "rope in a cache",
     .shape = {USUAL, AT_THE_END, .mask = {.streaming = true, .first = 2, .recent = 3, .in_cache = true},
               .position = {.kind = PLUMB_POSITION_ROPE, .rope = {.dim = 8, .base = 10000}}}},
    {.name = "rope beside a sink key",
     .shape = {USUAL, AT_THE_END, .op = {.sink = PLUMB_SINK_KEY},
               .position = {.kind = PLUMB_POSITION_ROPE, .rope = {.dim = 8, .base = 10000}}}},
};

#define POSITION(of) .shape = {USUAL, AT_THE_END, .position = of}

static const stated_case positions[] = {
    {.name = "no positions", .shape = {USUAL, AT_THE_END}},
    {.name = "no positions, from the start", .shape = {USUAL}},
    {.name = "no positions, an odd dimension", .shape = {SMALL, .causal = {true, 1}}},
    {.name = "no positions, two dimensions", .shape = {SIZES(1, 1, 1, 3, 4, 2, 2)}},
    {.name = "temperature", POSITION(WITH(.kind = PLUMB_POSITION_TEMPERATURE, .temperature = {0.25, 4, 1}))},
    {.name = "sinusoidal", POSITION(WITH(.kind = PLUMB_POSITION_SINUSOIDAL, .sinusoidal_base = 10000))},
    {.name = "sinusoidal, interleaved, offset",
     POSITION(WITH(.kind = PLUMB_POSITION_SINUSOIDAL, .sinusoidal_base = 10000, .offset = 2,
                   .sinusoidal = PLUMB_SINUSOIDAL_INTERLEAVED))},
    {.name = "sinusoidal, one less, another base",
     POSITION(WITH(.kind = PLUMB_POSITION_SINUSOIDAL, .sinusoidal_base = 500, .sinusoidal_one_less = true))},
    {.name = "sinusoidal, ids", .gives = HAS_IDS,
     POSITION(WITH(.kind = PLUMB_POSITION_SINUSOIDAL, .sinusoidal_base = 10000))},
    {.name = "learned", POSITION(WITH(.kind = PLUMB_POSITION_LEARNED, .table_rows = 24))},
    {.name = "learned, offset", POSITION(WITH(.kind = PLUMB_POSITION_LEARNED, .table_rows = 24, .offset = 2))},
    {.name = "learned, ids", POSITION(WITH(.kind = PLUMB_POSITION_LEARNED, .table_rows = 24)), .gives = HAS_IDS},
    {.name = "learned, no row left", POSITION(WITH(.kind = PLUMB_POSITION_LEARNED, .table_rows = 9))},
    {.name = "alibi", POSITION(WITH(.kind = PLUMB_POSITION_ALIBI))},
    {.name = "alibi, from the start", .shape = {USUAL, .position = {.kind = PLUMB_POSITION_ALIBI}}},
    {.name = "alibi, keys", POSITION(WITH(.kind = PLUMB_POSITION_ALIBI, .alibi = PLUMB_ALIBI_KEY))},
    {.name = "alibi, symmetric", POSITION(WITH(.kind = PLUMB_POSITION_ALIBI, .alibi = PLUMB_ALIBI_SYMMETRIC))},
    {.name = "alibi, scaled keys", POSITION(WITH(.kind = PLUMB_POSITION_ALIBI, .alibi = PLUMB_ALIBI_SCALED_KEY))},
    {.name = "alibi, slopes", POSITION(WITH(.kind = PLUMB_POSITION_ALIBI)), .gives = HAS_SLOPES},
    {.name = "alibi, three heads", .shape = {SIZES(2, 6, 3, 5, 9, 8, 6), AT_THE_END,
                                              .position = {.kind = PLUMB_POSITION_ALIBI}}},
    {.name = "alibi, ids with gaps", .gives = HAS_IDS | IDS_HAVE_GAPS,
     POSITION(WITH(.kind = PLUMB_POSITION_ALIBI))},
    {.name = "alibi, ids of queries", .gives = QUERY_IDS_ALONE, POSITION(WITH(.kind = PLUMB_POSITION_ALIBI))},
    {.name = "alibi, ids of keys", .gives = KEY_IDS_ALONE, POSITION(WITH(.kind = PLUMB_POSITION_ALIBI))},
    {.name = "t5", POSITION(WITH(.kind = PLUMB_POSITION_T5, .buckets = 32, .max_distance = 128))},
    {.name = "t5, both directions",
     POSITION(WITH(.kind = PLUMB_POSITION_T5, .buckets = 8, .max_distance = 20, .bidirectional = true))},
    {.name = "t5, few buckets", POSITION(WITH(.kind = PLUMB_POSITION_T5, .buckets = 4, .max_distance = 5))},
    {.name = "t5, ids", .gives = HAS_IDS,
     POSITION(WITH(.kind = PLUMB_POSITION_T5, .buckets = 8, .max_distance = 20))},
    {.name = "bucket index", POSITION(WITH(.kind = PLUMB_POSITION_BUCKET_INDEX, .buckets = 32, .max_distance = 128))},
    {.name = "bucket index, both directions",
     POSITION(WITH(.kind = PLUMB_POSITION_BUCKET_INDEX, .buckets = 16, .max_distance = 64, .bidirectional = true))},
    {.name = "relative table", POSITION(WITH(.kind = PLUMB_POSITION_RELATIVE_TABLE, .table_rows = 7))},
    {.name = "relative table, one row", POSITION(WITH(.kind = PLUMB_POSITION_RELATIVE_TABLE, .table_rows = 1))},
    {.name = "relative table, documents", .gives = HAS_SEGMENTS,
     POSITION(WITH(.kind = PLUMB_POSITION_RELATIVE_TABLE, .table_rows = 9))},
    {.name = "shaw", POSITION(WITH(.kind = PLUMB_POSITION_SHAW, .table_rows = 7))},
    {.name = "shaw, values", POSITION(WITH(.kind = PLUMB_POSITION_SHAW, .table_rows = 7)), .gives = HAS_TABLES},
    {.name = "shaw, ids", POSITION(WITH(.kind = PLUMB_POSITION_SHAW, .table_rows = 7)),
     .gives = HAS_TABLES | HAS_IDS},
    {.name = "alibi, documents", POSITION(WITH(.kind = PLUMB_POSITION_ALIBI)), .gives = HAS_SEGMENTS},
    {.name = "alibi in a cache",
     .shape = {USUAL,
               AT_THE_END,
               .mask = {.streaming = true, .first = 2, .recent = 3, .in_cache = true},
               .position = {.kind = PLUMB_POSITION_ALIBI}}},
    {.name = "learned, streaming",
     .shape = {USUAL,
               AT_THE_END,
               .mask = {.streaming = true, .first = 2, .recent = 3},
               .position = {.kind = PLUMB_POSITION_LEARNED, .table_rows = 24}}},
};

static const stated_case claims[] = {
    {.name = "every tensor", .shape = {USUAL, AT_THE_END}},
    {.name = "output alone", .shape = {USUAL, AT_THE_END}, .holds = 1u << PLUMB_OUTPUT},
    {.name = "weights alone", .shape = {USUAL, AT_THE_END}, .holds = 1u << PLUMB_WEIGHTS},
    {.name = "scores alone", .shape = {USUAL, AT_THE_END}, .holds = 1u << PLUMB_SCORES},
    {.name = "log-sum-exp alone", .shape = {USUAL, AT_THE_END}, .holds = 1u << PLUMB_LSE},
    {.name = "square tensors", .shape = {SIZES(2, 8, 2, 8, 8, 8, 8)}},
    {.name = "tensors of the sigmoid", .shape = {USUAL, .op = {.kind = PLUMB_SIGMOID}}},
};

static const stated_case precisions[] = {
    {.name = "binary32", .shape = {SMALL}},
    {.name = "binary16", .shape = {SMALL}, .format = PLUMB_F16},
    {.name = "bfloat16", .shape = {SMALL}, .format = PLUMB_BF16},
    {.name = "f64 stated", .shape = {SMALL}, .precision = "f64"},
    {.name = "f32 stated", .shape = {SMALL}, .precision = "f32"},
    {.name = "tf32 stated", .shape = {SMALL}, .precision = "tf32"},
    {.name = "bf16-eager stated", .shape = {SMALL}, .precision = "bf16-eager"},
    {.name = "explicit", .shape = {SMALL}, .precision = "f32,probability=bf16,exponential_ulp=2"},
    {.name = "no model", .shape = {SMALL}, .precision = "f33"},
};

/* ---- engines that answer something else: neighbours that are found from the numbers ---- */

static inline void widen_window(plumb_problem *asked) {
    asked->mask.left += 2;
}

static inline void have_window(plumb_problem *asked) {
    asked->mask.windowed = true;
    asked->mask.left = 2;
    asked->mask.right = -1;
}

static inline void have_window_of_none(plumb_problem *asked) {
    have_window(asked);
    asked->mask.left = 0;
}

static inline void have_long_window(plumb_problem *asked) {
    have_window(asked);
    asked->mask.left = 11;
}

static inline void lengthen_prefix(plumb_problem *asked) {
    asked->mask.prefix += 2;
}

static inline void have_prefix(plumb_problem *asked) {
    asked->causal.causal = false;
    asked->mask.prefixed = true;
    asked->mask.prefix = 8;
}

static inline void have_chunks(plumb_problem *asked) {
    asked->mask.chunk = 5;
}

static inline void see_two_less(plumb_problem *asked) {
    asked->causal = (plumb_causal){true, asked->causal.offset - 2};
}

static inline void see_one_less(plumb_problem *asked) {
    asked->causal = (plumb_causal){true, asked->causal.offset - 1};
}

static inline void see_one_more(plumb_problem *asked) {
    asked->causal = (plumb_causal){true, asked->causal.offset + 1};
}

static inline void see_from_the_start(plumb_problem *asked) {
    asked->causal = (plumb_causal){true, 0};
}

static inline void lengthen_by_one(plumb_problem *asked) {
    asked->mask.left++;
    asked->mask.prefix++;
    asked->mask.chunk += asked->mask.chunk > 0;
}

static inline void shorten_by_one(plumb_problem *asked) {
    asked->mask.left--;
    asked->mask.prefix--;
    asked->mask.chunk -= asked->mask.chunk > 0;
}

static inline void see_to_two_more(plumb_problem *asked) {
    asked->causal = (plumb_causal){true, 2};
}

static inline void see_no_key_first(plumb_problem *asked) {
    asked->causal = (plumb_causal){true, -3};
}

static inline void see_all(plumb_problem *asked) {
    asked->causal.causal = false;
}

static inline void scale_otherwise(plumb_problem *asked) {
    asked->scale.text = "0.2137";
}

static inline void scale_by_dimension(plumb_problem *asked) {
    asked->scale.text = "0.1889822365046136"; /* 1/sqrt(28) */
}

static inline void scale_below_0(plumb_problem *asked) {
    asked->scale.text = "-0.6";
}

static inline void scale_by_1(plumb_problem *asked) {
    asked->scale.text = "1";
}

static inline void cap_at_3(plumb_problem *asked) {
    asked->op.softcap = 3;
}

static inline void cap_at_a_number(plumb_problem *asked) {
    asked->op.softcap = 1.2345;
}

static inline void leave_out_cap(plumb_problem *asked) {
    asked->op.softcap = 0;
}

static inline void leave_out_bias(plumb_problem *asked) {
    asked->extra.bias = NULL;
}

static inline void leave_out_cap_and_bias(plumb_problem *asked) {
    leave_out_cap(asked);
    leave_out_bias(asked);
}

static inline size_t rows_of(const plumb_problem *p) {
    return p->batch * p->query_heads * p->query_length;
}

/* The largest score of a row; -infinity where it sees no key. */
static inline double most_of_row(const plumb_problem *p, const double *scores_of_row, const double *weights_of_row) {
    double most = -INFINITY;
    for (size_t j = 0; j < p->key_length; j++)
        if (weights_of_row[j] > 0)
            most = fmax(most, scores_of_row[j]);
    return most;
}

/* Each row's largest score and sum of exponentials. */
static inline void find_rows(const plumb_problem *p, double *const value[PLUMB_QUANTITIES], double *most, double *sum) {
    for (size_t row = 0; row < rows_of(p); row++) {
        size_t at = row * p->key_length;
        most[row] = most_of_row(p, value[PLUMB_SCORES] + at, value[PLUMB_WEIGHTS] + at);
        sum[row] = exp(value[PLUMB_LSE][row] - most[row]);
    }
}

enum { MOST_ROWS = 128 };

static inline void multiply(const plumb_problem *p, double *const value[PLUMB_QUANTITIES], plumb_quantity quantity,
                     double factor) {
    for (size_t i = 0; i < rows_of(p) * plumb_quantity_width(quantity, p); i++)
        value[quantity][i] *= factor;
}

/* Each row by its sum to that power. */
static inline void multiply_rows(const plumb_problem *p, double *const value[PLUMB_QUANTITIES], plumb_quantity quantity,
                          bool divides) {
    double most[MOST_ROWS], sum[MOST_ROWS];
    size_t width = plumb_quantity_width(quantity, p);
    find_rows(p, value, most, sum);
    for (size_t i = 0; i < rows_of(p) * width; i++)
        value[quantity][i] *= divides ? 1 / sum[i / width] : sum[i / width];
}

static inline void tell_undivided_weights(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    multiply_rows(p, value, PLUMB_WEIGHTS, false);
}

static inline void tell_undivided_output(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    multiply_rows(p, value, PLUMB_OUTPUT, false);
}

static inline void tell_output_divided_twice(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    multiply_rows(p, value, PLUMB_OUTPUT, true);
}

static inline void tell_weights_for_scores(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    memcpy(value[PLUMB_SCORES], value[PLUMB_WEIGHTS], rows_of(p) * p->key_length * sizeof(double));
}

static inline void tell_scores_for_weights(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    memcpy(value[PLUMB_WEIGHTS], value[PLUMB_SCORES], rows_of(p) * p->key_length * sizeof(double));
}

typedef enum { LOG_OF_SUM, LARGEST, SUM, UNSCALED } told_of_lse;

static inline void tell_lse(const plumb_problem *p, double *const value[PLUMB_QUANTITIES], told_of_lse what) {
    double most[MOST_ROWS], sum[MOST_ROWS];
    find_rows(p, value, most, sum);
    for (size_t row = 0; row < rows_of(p); row++) {
        double whole = value[PLUMB_LSE][row];
        const double told[] = {
            [LOG_OF_SUM] = whole - most[row],
            [LARGEST] = most[row],
            [SUM] = sum[row],
            [UNSCALED] = whole - most[row] + most[row] * sqrt((double)p->head_dim),
        };
        value[PLUMB_LSE][row] = told[what];
    }
}

static inline void tell_log_of_sum(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    tell_lse(p, value, LOG_OF_SUM);
}

static inline void tell_largest(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    tell_lse(p, value, LARGEST);
}

static inline void tell_sum(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    tell_lse(p, value, SUM);
}

static inline void tell_unscaled_maximum(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    tell_lse(p, value, UNSCALED);
}

static inline void drop_a_tenth(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    multiply(p, value, PLUMB_OUTPUT, 1 / 0.9);
    multiply(p, value, PLUMB_WEIGHTS, 1 / 0.9);
}

static inline void halve_and_negate(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    multiply(p, value, PLUMB_OUTPUT, 0.5);
    multiply(p, value, PLUMB_WEIGHTS, -1);
    multiply(p, value, PLUMB_SCORES, sqrt(8));
}

static inline void multiply_by_numbers(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    multiply(p, value, PLUMB_OUTPUT, 1.75);
    multiply(p, value, PLUMB_WEIGHTS, 1.234567);
    multiply(p, value, PLUMB_SCORES, 1 / 9.0);
}

static inline void multiply_by_little(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    multiply(p, value, PLUMB_OUTPUT, 1.0123456789);
    multiply(p, value, PLUMB_WEIGHTS, 1.03);
    multiply(p, value, PLUMB_SCORES, 4);
}

static inline void negate_output(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    multiply(p, value, PLUMB_OUTPUT, -2.5);
    multiply(p, value, PLUMB_WEIGHTS, 2);
    multiply(p, value, PLUMB_SCORES, 1.4426950408889634);
}


#define OUTPUT (1u << PLUMB_OUTPUT)
#define WINDOW_OF(size) .mask = {.windowed = true, .left = size}

/* A list that looks at every other row finds the mistake in the others. */
static inline void spoil_odd_rows(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    for (size_t i = 0; i < rows_of(p) * p->value_dim; i++)
        if (i / p->value_dim % 2 == 1)
            value[PLUMB_OUTPUT][i] = 9;
}

static const stated_case sizes[] = {
    {.name = "a wider window", .shape = {LONG, AT_THE_END, WINDOW_OF(3)}, .mistake = widen_window},
    {.name = "an unstated window", .shape = {LONG}, .mistake = have_window, .holds = OUTPUT},
    {.name = "an unstated window of no key", .shape = {LONG, AT_THE_END}, .mistake = have_window_of_none},
    {.name = "an unstated window as long as the text", .shape = {LONG, AT_THE_END}, .mistake = have_long_window},
    {.name = "an unstated window beside a sink", .mistake = have_window,
     .shape = {LONG, AT_THE_END, .op = {.sink = PLUMB_SINK_LOGIT}}},
    {.name = "an unstated window beside key 0", .mistake = have_window,
     .shape = {LONG, AT_THE_END, .op = {.sink = PLUMB_SINK_KEY0_BIAS}}},
    {.name = "an unstated window beside a bias", .mistake = have_window, .gives = HAS_BIAS | BIAS_HIDES,
     .shape = {LONG, AT_THE_END}},
    {.name = "a longer prefix", .mistake = lengthen_prefix,
     .shape = {LONG, OPEN_AT_THE_END, .mask = {.prefixed = true, .prefix = 6}}},
    {.name = "a prefix instead of a causal mask", .shape = {LONG, AT_THE_END}, .mistake = have_prefix},
    {.name = "longer chunks", .shape = {LONG, AT_THE_END, .mask = {.chunk = 3}}, .mistake = have_chunks},
    {.name = "unstated chunks", .shape = {LONG, AT_THE_END}, .mistake = have_chunks},
    {.name = "two keys less", .shape = {LONG, AT_THE_END}, .mistake = see_two_less},
    {.name = "one key less", .shape = {LONG, AT_THE_END}, .mistake = see_one_less},
    {.name = "one key more", .shape = {LONG, AT_THE_END}, .mistake = see_one_more},
    {.name = "one key less, between", .shape = {LONG, .causal = {true, 2}}, .mistake = see_one_less},
    {.name = "one key more, between", .shape = {LONG, .causal = {true, 2}}, .mistake = see_one_more},
    {.name = "two keys less, between", .shape = {LONG, .causal = {true, 3}}, .mistake = see_two_less},
    {.name = "keys from the start", .shape = {LONG, .causal = {true, 2}}, .mistake = see_from_the_start},
    {.name = "an unstated mask from the start", .shape = {LONG}, .mistake = see_from_the_start},
    {.name = "a window longer by one", .shape = {LONG, AT_THE_END, WINDOW_OF(3)}, .mistake = lengthen_by_one},
    {.name = "a window shorter by one", .shape = {LONG, AT_THE_END, WINDOW_OF(3)}, .mistake = shorten_by_one},
    {.name = "a prefix longer by one", .mistake = lengthen_by_one,
     .shape = {LONG, OPEN_AT_THE_END, .mask = {.prefixed = true, .prefix = 6}}},
    {.name = "a prefix shorter by one", .mistake = shorten_by_one,
     .shape = {LONG, OPEN_AT_THE_END, .mask = {.prefixed = true, .prefix = 6}}},
    {.name = "chunks longer by one", .mistake = lengthen_by_one, .shape = {LONG, AT_THE_END, .mask = {.chunk = 4}}},
    {.name = "chunks shorter by one", .mistake = shorten_by_one, .shape = {LONG, AT_THE_END, .mask = {.chunk = 4}}},
    {.name = "an unstated causal mask", .shape = {LONG}, .mistake = see_to_two_more, .holds = OUTPUT},
    {.name = "an unstated causal mask, empty rows", .shape = {LONG}, .mistake = see_no_key_first, .holds = OUTPUT},
    {.name = "no causal mask", .shape = {LONG, AT_THE_END}, .mistake = see_all},
    {.name = "two keys less beside ALiBi", .mistake = see_two_less,
     .shape = {LONG, AT_THE_END, .position = {.kind = PLUMB_POSITION_ALIBI}}},
    {.name = "two keys less beside a bias", .mistake = see_two_less, .gives = HAS_BIAS | BIAS_HIDES,
     .shape = {LONG, AT_THE_END, .op = {.sink = PLUMB_SINK_ZERO}}},
    {.name = "two keys less beside documents", .mistake = see_two_less, .gives = HAS_SEGMENTS,
     .shape = {LONG, AT_THE_END}},
    {.name = "two keys less, more rows", .mistake = see_two_less,
     .shape = {SIZES(2, 4, 1, 9, 13, 8, 6), AT_THE_END}},
    {.name = "two keys less, odd rows are not looked at", .mistake = see_two_less, .tells = spoil_odd_rows,
     .shape = {SIZES(1, 4, 2, 24, 28, 4, 2), AT_THE_END}},
    {.name = "two keys less, one row too many is looked at", .mistake = see_two_less, .tells = spoil_odd_rows,
     .shape = {SIZES(1, 1, 1, 97, 101, 4, 2), AT_THE_END}},
    {.name = "two keys less, one row less", .mistake = see_two_less, .tells = spoil_odd_rows,
     .shape = {SIZES(1, 1, 1, 95, 99, 4, 2), AT_THE_END}},
    {.name = "values that are 0", .shape = {LONG, AT_THE_END}, .gives = VALUES_ARE_0, .mistake = leave_out_cap},
};

static const stated_case fits[] = {
    {.name = "another scale", .shape = {LONG, AT_THE_END}, .mistake = scale_otherwise},
    {.name = "the scale of another dimension", .shape = {LONG, AT_THE_END}, .mistake = scale_by_dimension},
    {.name = "another scale below 0", .shape = {LONG, AT_THE_END, .scale = {"-0.3"}}, .mistake = scale_below_0},
    {.name = "a scale of the list", .shape = {LONG, AT_THE_END}, .mistake = scale_by_1},
    {.name = "another scale of scores", .shape = {LONG, AT_THE_END}, .mistake = scale_otherwise,
     .holds = 1u << PLUMB_SCORES},
    {.name = "another scale of log-sum-exps", .shape = {LONG, AT_THE_END}, .mistake = scale_otherwise,
     .holds = 1u << PLUMB_LSE},
    {.name = "an unstated softcap", .shape = {LONG, AT_THE_END}, .mistake = cap_at_3},
    {.name = "another softcap", .shape = {LONG, AT_THE_END, .op = {.softcap = 6}}, .mistake = cap_at_3},
    {.name = "a softcap of many digits", .shape = {LONG, AT_THE_END}, .mistake = cap_at_a_number},
    {.name = "no softcap", .shape = {LONG, AT_THE_END, .op = {.softcap = 2}}, .mistake = leave_out_cap},
    {.name = "another scale, more rows", .mistake = scale_otherwise,
     .shape = {SIZES(2, 4, 1, 9, 13, 8, 6), AT_THE_END}},
};

static const stated_case told[] = {
    {.name = "the right numbers", .shape = {LONG, AT_THE_END}, .mistake = leave_out_cap},
    {.name = "weights not divided", .shape = {LONG, AT_THE_END}, .tells = tell_undivided_weights},
    {.name = "output not divided", .shape = {LONG, AT_THE_END}, .tells = tell_undivided_output},
    {.name = "output divided twice", .shape = {LONG, AT_THE_END}, .tells = tell_output_divided_twice},
    {.name = "output not divided, sinks", .shape = {LONG, AT_THE_END, .op = {.sink = PLUMB_SINK_LOGIT}},
     .tells = tell_undivided_output},
    {.name = "weights for scores", .shape = {LONG, AT_THE_END}, .tells = tell_weights_for_scores},
    {.name = "scores for weights", .shape = {LONG, AT_THE_END}, .tells = tell_scores_for_weights},
    {.name = "scores for weights, empty rows", .shape = {LONG, .causal = {true, -2}}, .tells = tell_scores_for_weights},
    {.name = "scores without scale", .shape = {LONG, AT_THE_END}, .mistake = scale_by_1},
    {.name = "scores without scale, capped", .shape = {LONG, AT_THE_END, .op = {.softcap = 2}}, .gives = HAS_BIAS,
     .mistake = scale_by_1},
    {.name = "scores without scale that is 1", .shape = {LONG, AT_THE_END, .scale = {"1"}}, .mistake = cap_at_3},
    {.name = "scores before softcap and bias", .gives = HAS_BIAS, .mistake = leave_out_cap_and_bias,
     .shape = {LONG, AT_THE_END, .op = {.softcap = 2}}},
    {.name = "scores before bias", .gives = HAS_BIAS, .mistake = leave_out_bias,
     .shape = {LONG, AT_THE_END, .op = {.softcap = 2}}},
    {.name = "scores before the cap of the bias", .gives = HAS_BIAS, .mistake = leave_out_cap,
     .shape = {LONG, AT_THE_END, .op = {.softcap = 2, .softcap_order = PLUMB_BIAS_CAP_MASK}}},
    {.name = "log of the sum", .shape = {LONG, AT_THE_END}, .tells = tell_log_of_sum},
    {.name = "the largest score", .shape = {LONG, AT_THE_END}, .tells = tell_largest},
    {.name = "the sum", .shape = {LONG, AT_THE_END}, .tells = tell_sum},
    {.name = "the maximum without the scale", .shape = {LONG, AT_THE_END}, .tells = tell_unscaled_maximum},
    {.name = "dropout", .shape = {LONG, AT_THE_END}, .tells = drop_a_tenth},
    {.name = "halves and signs", .shape = {LONG, AT_THE_END}, .tells = halve_and_negate},
    {.name = "other factors", .shape = {LONG, AT_THE_END}, .tells = multiply_by_numbers},
    {.name = "small factors", .shape = {LONG, AT_THE_END}, .tells = multiply_by_little},
    {.name = "factors below 0", .shape = {LONG, AT_THE_END}, .tells = negate_output},
    {.name = "factors of groups", .shape = {SIZES(1, 4, 1, 9, 13, 8, 6), AT_THE_END}, .tells = multiply_by_little},
    {.name = "dropout, sinks", .shape = {LONG, AT_THE_END, .op = {.sink = PLUMB_SINK_ZERO}}, .tells = drop_a_tenth},
    {.name = "dropout of the sigmoid", .shape = {LONG, AT_THE_END, .op = {.kind = PLUMB_SIGMOID}},
     .tells = drop_a_tenth},
};

/* ---- every encoding in every circumstance ---- */

#define ENCODING(of) .shape = {USUAL, AT_THE_END, .position = of}
#define TURNING(of) ENCODING(WITH(.kind = PLUMB_POSITION_ROPE, .rope = of))

static const stated_case encodings[] = {
    {.name = "sinusoidal", ENCODING(WITH(.kind = PLUMB_POSITION_SINUSOIDAL, .sinusoidal_base = 10000))},
    {.name = "learned", ENCODING(WITH(.kind = PLUMB_POSITION_LEARNED, .table_rows = 24))},
    {.name = "alibi", ENCODING(WITH(.kind = PLUMB_POSITION_ALIBI))},
    {.name = "alibi, keys", ENCODING(WITH(.kind = PLUMB_POSITION_ALIBI, .alibi = PLUMB_ALIBI_KEY))},
    {.name = "t5", ENCODING(WITH(.kind = PLUMB_POSITION_T5, .buckets = 8, .max_distance = 20))},
    {.name = "bucket index", ENCODING(WITH(.kind = PLUMB_POSITION_BUCKET_INDEX, .buckets = 8, .max_distance = 20))},
    {.name = "relative table", ENCODING(WITH(.kind = PLUMB_POSITION_RELATIVE_TABLE, .table_rows = 7))},
    {.name = "shaw", ENCODING(WITH(.kind = PLUMB_POSITION_SHAW, .table_rows = 7)), .gives = HAS_TABLES},
    {.name = "rope", TURNING(WITH(.dim = 8, .base = 10000))},
    {.name = "rope, linear", TURNING(WITH(.dim = 8, .base = 10000, .scaling = PLUMB_ROPE_LINEAR, .factor = 4))},
    {.name = "rope, tables", TURNING(WITH(.dim = 6, .base = 10000)), .gives = HAS_TABLES},
};

typedef struct {
    const char *name;
    unsigned gives;
    bool from_the_start, open, in_cache, with_sink, capped;
} circumstance;

static const circumstance circumstances[] = {
    {.name = "documents", .gives = HAS_SEGMENTS},
    {.name = "ids", .gives = HAS_IDS},
    {.name = "ids with gaps, documents", .gives = HAS_IDS | IDS_HAVE_GAPS | HAS_SEGMENTS},
    {.name = "ids of queries", .gives = QUERY_IDS_ALONE},
    {.name = "ids of keys", .gives = KEY_IDS_ALONE},
    {.name = "from the start", .from_the_start = true},
    {.name = "not causal", .open = true},
    {.name = "in a cache", .in_cache = true},
    {.name = "a sink key and bias", .with_sink = true, .gives = HAS_BIAS},
    {.name = "softcap, boolean mask", .capped = true, .gives = HAS_ALLOWED},
};

enum {
    ENCODINGS = sizeof encodings / sizeof *encodings,
    CIRCUMSTANCES = sizeof circumstances / sizeof *circumstances
};

static inline stated_case encoding_in(size_t encoding, size_t number) {
    stated_case of = encodings[encoding];
    const circumstance *c = &circumstances[number];
    of.gives |= c->gives;
    of.shape.causal = (plumb_causal){!c->open, c->from_the_start ? 0 : 4};
    if (c->in_cache)
        of.shape.mask = (plumb_mask){.streaming = true, .first = 2, .recent = 3, .in_cache = true};
    if (c->with_sink)
        of.shape.op.sink = PLUMB_SINK_KEY;
    of.shape.op.softcap = c->capped ? 3 : 0;
    return of;
}

/* ---- the tables ---- */

static const struct {
    const char *name;
    neighbour_list *list;
    const stated_case *cases;
    size_t count;
} stated_tables[] = {
#define TABLE(name, list) {#name, list, name, sizeof name / sizeof *name}
    TABLE(masks, plumb_neighbours_of_masks),
    TABLE(scores, plumb_neighbours_of_scores),
    TABLE(operators, plumb_neighbours_of_operators),
    TABLE(heads, plumb_neighbours_of_heads),
    TABLE(keys, plumb_neighbours_of_keys),
    TABLE(ropes, plumb_neighbours_of_rope),
    TABLE(positions, plumb_neighbours_of_positions),
    TABLE(claims, plumb_neighbours_of_claims),
    TABLE(precisions, plumb_neighbours_of_precision),
    TABLE(sizes, plumb_neighbours_of_masks),
    TABLE(fits, plumb_neighbours_of_scores),
    TABLE(told, plumb_neighbours_of_claims),
};

enum { STATED_TABLES = sizeof stated_tables / sizeof *stated_tables };

/* A sequence of numbers of its own for each case, whatever the environment says. */
static inline random_cases numbers_of(const char *name) {
    return (random_cases){.test = name, .seed = 1, .end = UINT64_MAX};
}
#endif
