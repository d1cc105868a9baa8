#include "case/operators.h"
#include <string.h>

#define SET PLUMB_INPUT_SET
#define COUNT(entries) (sizeof(entries) / sizeof *(entries))

#define EMERGENCE "arXiv 2410.10781"
#define EMERGENCE_CODE "arXiv 2410.10781, github.com/sail-sg/Attention-Sink"

static const plumb_entry operators[] = {
    [PLUMB_SOFTMAX] = {.name = "softmax",
                       .formula = "e^{x_j} / (sum e^{x_i} + e^S)",
                       .source = "arXiv 1706.03762",
                       .kernels = "weight/softmax"},
    [PLUMB_SCALED_SOFTMAX] = {.name = "scaled-softmax",
                              .formula = "alpha e^{x_j} / sum e^{x_i}",
                              .needs = SET(PLUMB_INPUT_ALPHA),
                              .source = EMERGENCE,
                              .kernels = "weight/softmax weight/scaled"},
    [PLUMB_POWER_SOFTMAX] = {.name = "power-softmax",
                             .formula = "e^{x_j} / (sum e^{p x_i})^{1/p}, p = power",
                             .needs = SET(PLUMB_INPUT_POWER),
                             .source = EMERGENCE,
                             .kernels = "weight/power_softmax"},
    [PLUMB_CLIPPED_SOFTMAX] = {.name = "clipped-softmax",
                               .formula = "min(1, max(0, (zeta - gamma) e^{x_j} / sum e^{x_i} + "
                                          "gamma))",
                               .needs = SET(PLUMB_INPUT_GAMMA) | SET(PLUMB_INPUT_ZETA),
                               .source = "arXiv 2306.12929",
                               .kernels = "weight/softmax weight/clipped"},
    [PLUMB_SOFTPICK] = {.name = "softpick",
                        .formula = "max(0, e^{x_j-m} - e^{-m}) / (sum abs(e^{x_i-m} - e^{-m}) + "
                                   "epsilon), m = max x_i",
                        .takes = SET(PLUMB_INPUT_EPSILON),
                        .source = "arXiv 2504.20966, github.com/zaydzuhri/softpick-attention",
                        .kernels = "weight/softpick"},
    [PLUMB_SIGMOID] = {.name = "sigmoid",
                       .formula = "a_j = 1 / (1 + e^{-x_j})",
                       .takes = SET(PLUMB_INPUT_NORMALISATION),
                       .source = EMERGENCE_CODE,
                       .kernels = "weight/sigmoid"},
    [PLUMB_ELU] = {.name = "elu",
                   .formula = "a_j = x_j + 1 if x_j > 0, else e^{x_j}",
                   .takes = SET(PLUMB_INPUT_NORMALISATION),
                   .source = EMERGENCE_CODE,
                   .kernels = "weight/elu"},
    [PLUMB_IDENTITY] = {.name = "identity",
                        .formula = "a_j = x_j",
                        .takes = SET(PLUMB_INPUT_NORMALISATION),
                        .source = EMERGENCE_CODE,
                        .kernels = "weight/identity"},
    [PLUMB_ELU_KERNEL] = {.name = "elu-kernel",
                          .formula = "a_j = x_j = scale phi(q).phi(k_j), phi(u) = elu(u) + 1",
                          .takes = SET(PLUMB_INPUT_NORMALISATION),
                          .source = EMERGENCE_CODE,
                          .kernels = "score/elu_feature score/feature_dot weight/identity"},
    [PLUMB_MLP_KERNEL] = {.name = "mlp-kernel",
                          .formula = "a_j = x_j = scale phi(q).phi(k_j), phi(u) = W2 max(0, W1 u)",
                          .needs = SET(PLUMB_INPUT_W1) | SET(PLUMB_INPUT_W2),
                          .takes = SET(PLUMB_INPUT_NORMALISATION),
                          .source = EMERGENCE_CODE,
                          .kernels = "score/mlp_feature score/feature_dot weight/identity"},
};

static const plumb_entry normalisations[] = {
    [PLUMB_UNNORMALISED] = {.name = "none",
                            .formula = "a_j",
                            .source = EMERGENCE_CODE,
                            .kernels = "attention/weights"},
    [PLUMB_SUM] = {.name = "sum",
                   .formula = "a_j / (sum a_i + epsilon)",
                   .takes = SET(PLUMB_INPUT_EPSILON),
                   .source = EMERGENCE_CODE,
                   .kernels = "weight/normalised"},
    [PLUMB_ABSOLUTE_SUM] = {.name = "absolute-sum",
                            .formula = "abs(a_j) / (sum abs(a_i) + epsilon)",
                            .takes = SET(PLUMB_INPUT_EPSILON),
                            .source = EMERGENCE_CODE,
                            .kernels = "weight/normalised"},
    [PLUMB_AT_LEAST_ONE] = {.name = "at-least-one",
                            .formula = "a_j / max(abs(sum a_i), 1)",
                            .source = EMERGENCE_CODE,
                            .kernels = "weight/normalised"},
};

static const plumb_entry sinks[] = {
    [PLUMB_SINK_NONE] = {.name = "none",
                         .formula = "e^S = 0",
                         .source = "arXiv 1706.03762",
                         .kernels = "weight/softmax"},
    [PLUMB_SINK_ZERO] = {.name = "zero",
                         .formula = "S = 0",
                         .takes = SET(PLUMB_INPUT_LSE_SINK),
                         .source = "Miller 2023, \"Attention is off by one\"",
                         .kernels = "weight/sink_softmax"},
    [PLUMB_SINK_LOGIT] = {.name = "logit",
                          .formula = "S = sinks[h]",
                          .needs = SET(PLUMB_INPUT_SINKS),
                          .takes = SET(PLUMB_INPUT_LSE_SINK),
                          .source = "github.com/openai/gpt-oss",
                          .kernels = "weight/sink_softmax"},
    [PLUMB_SINK_KEY] = {.name = "key",
                        .formula = "S = cap(scale q.k_star)",
                        .needs = SET(PLUMB_INPUT_K_STAR),
                        .takes = SET(PLUMB_INPUT_LSE_SINK),
                        .source = "K biases, " EMERGENCE_CODE,
                        .kernels = "score/scaled_dot weight/sink_softmax"},
    [PLUMB_SINK_KEY_VALUE] = {.name = "key-value",
                              .formula = "S = cap(scale q.k_star); its weight times v_star joins "
                                         "the output",
                              .needs = SET(PLUMB_INPUT_K_STAR) | SET(PLUMB_INPUT_V_STAR),
                              .takes = SET(PLUMB_INPUT_LSE_SINK),
                              .source = "KV biases, arXiv 2402.17762, " EMERGENCE,
                              .kernels =
                                  "score/scaled_dot weight/sink_softmax aggregate/sink_value"},
    [PLUMB_SINK_TOKEN] = {.name = "token",
                          .formula = "as key-value, k_star and v_star per key head",
                          .needs = SET(PLUMB_INPUT_K_STAR) | SET(PLUMB_INPUT_V_STAR),
                          .takes = SET(PLUMB_INPUT_LSE_SINK),
                          .source = "arXiv 2402.17762, " EMERGENCE,
                          .kernels = "score/scaled_dot weight/sink_softmax aggregate/sink_value"},
    [PLUMB_SINK_FIRST_KEYS] = {.name = "first-keys",
                               .formula = "the first sink_keys keys are visible to every query",
                               .needs = SET(PLUMB_INPUT_SINK_KEYS),
                               .source = "arXiv 2309.17453",
                               .kernels = "mask/first_keys"},
    [PLUMB_SINK_KEY0_BIAS] = {.name = "key0-bias",
                              .formula = "key0_bias[h] is added to the score of key 0",
                              .needs = SET(PLUMB_INPUT_KEY0_BIAS),
                              .source = "MiMo's vision attention (vLLM issue 49815)",
                              .kernels = "score/bias"},
};

static const plumb_entry softcap_orders[] = {
    [PLUMB_CAP_BIAS_MASK] = {.name = "cap-bias-mask",
                             .formula = "cap(x_j) + b_j",
                             .source = "arXiv 2408.00118; FlashAttention, ggml, onnx >= 1.22",
                             .kernels = "attention/scores"},
    [PLUMB_BIAS_CAP_MASK] = {.name = "bias-cap-mask",
                             .formula = "cap(x_j + b_j)",
                             .source = "FlashInfer with ALiBi",
                             .kernels = "attention/scores"},
    [PLUMB_BIAS_MASK_CAP] = {.name = "bias-mask-cap",
                             .formula = "cap(x_j + b_j), -softcap for an invisible key, which then "
                                        "takes part",
                             .source = "onnx <= 1.21",
                             .kernels = "attention/scores score/capped_mask"},
};

#define IDS (SET(PLUMB_INPUT_QUERY_POSITIONS) | SET(PLUMB_INPUT_KEY_POSITIONS))
#define BUCKETS                                                                                    \
    (SET(PLUMB_INPUT_DIRECTION) | SET(PLUMB_INPUT_BUCKETS) | SET(PLUMB_INPUT_MAX_DISTANCE))

static const plumb_entry positions[] = {
    [PLUMB_POSITION_NONE] = {.name = "none",
                             .formula = "x_j = scale q.k_j",
                             .source = "NoPE, arXiv 2305.19466",
                             .kernels = "score/scaled_dot"},
    [PLUMB_POSITION_SINUSOIDAL] = {.name = "sinusoidal",
                                   .formula = "q + PE(p_t), k_j + PE(p_j); PE: sin, cos of "
                                              "(p + offset) base^{-2m/d}",
                                   .takes = IDS | SET(PLUMB_INPUT_POSITION_OFFSET) |
                                            SET(PLUMB_INPUT_SINUSOIDAL_LAYOUT) |
                                            SET(PLUMB_INPUT_SINUSOIDAL_DENOMINATOR) |
                                            SET(PLUMB_INPUT_SINUSOIDAL_BASE),
                                   .source = "arXiv 1706.03762",
                                   .kernels = "position/sinusoidal score/feature_dot"},
    [PLUMB_POSITION_LEARNED] = {.name = "learned",
                                .formula = "q + table[p_t + offset], k_j + table[p_j + offset]",
                                .needs = SET(PLUMB_INPUT_POSITION_TABLE),
                                .takes = IDS | SET(PLUMB_INPUT_POSITION_OFFSET),
                                .source = "GPT-2, OPT",
                                .kernels = "position/learned score/feature_dot"},
    [PLUMB_POSITION_ROPE] = {.name = "rope",
                             .formula = "R(p_t) q, R(p_j) k_j: pair m turns by p theta_m",
                             .takes = IDS | SET(PLUMB_INPUT_ROPE_LAYOUT) |
                                      SET(PLUMB_INPUT_ROPE_DIM) | SET(PLUMB_INPUT_ROPE_BASE) |
                                      SET(PLUMB_INPUT_ROPE_SCALING) |
                                      SET(PLUMB_INPUT_ROPE_MULTIPLIER) | SET(PLUMB_INPUT_ROPE_COS) |
                                      SET(PLUMB_INPUT_ROPE_SIN),
                             .source = "arXiv 2104.09864",
                             .kernels = "position/angles position/rotation score/feature_dot"},
    [PLUMB_POSITION_ALIBI] = {.name = "alibi",
                              .formula = "x_j + a_j, a_j = slope_h (p_j - p_t)",
                              .takes = IDS | SET(PLUMB_INPUT_SLOPES) | SET(PLUMB_INPUT_ALIBI_FORM),
                              .source = "arXiv 2108.12409",
                              .kernels = "position/alibi score/position_bias"},
    [PLUMB_POSITION_T5] = {.name = "t5",
                           .formula = "x_j + table[bucket(p_j - p_t)][h]",
                           .needs = SET(PLUMB_INPUT_POSITION_TABLE),
                           .takes = IDS | BUCKETS,
                           .source = "arXiv 1910.10683",
                           .kernels = "position/t5_bucket position/table_bias "
                                      "score/position_bias"},
    [PLUMB_POSITION_BUCKET_INDEX] = {.name = "bucket-index",
                                     .formula = "x_j + bucket(p_j - p_t)",
                                     .takes = IDS | BUCKETS,
                                     .source = EMERGENCE_CODE,
                                     .kernels = "position/t5_bucket position/table_bias "
                                                "score/position_bias"},
    [PLUMB_POSITION_RELATIVE_TABLE] =
        {.name = "relative-table",
         .formula = "x_j + table[clip(p_j - p_t) + reach][h]",
         .needs = SET(PLUMB_INPUT_POSITION_TABLE),
         .takes = IDS,
         .source = "clipped distances of arXiv 1803.02155, a number for each head",
         .kernels = "position/distance position/table_bias "
                    "score/position_bias"},
    [PLUMB_POSITION_SHAW] = {.name = "shaw",
                             .formula = "x_j = scale q.(k_j + table[clip(p_j - p_t) + reach])",
                             .needs = SET(PLUMB_INPUT_POSITION_TABLE),
                             .takes = IDS | SET(PLUMB_INPUT_POSITION_VALUES),
                             .source = "arXiv 1803.02155",
                             .kernels = "position/distance position/shaw score/position_bias"},
};

#define ROTATION "position/angles position/rotation"

static const plumb_entry rope_scalings[] = {
    [PLUMB_ROPE_UNSCALED] = {.name = "none",
                             .formula = "theta_m = base^{-2m/r}",
                             .source = "arXiv 2104.09864",
                             .kernels = ROTATION},
    [PLUMB_ROPE_LINEAR] = {.name = "linear",
                           .formula = "theta_m = base^{-2m/r} / s, s = rope_factor",
                           .needs = SET(PLUMB_INPUT_ROPE_FACTOR),
                           .source = "arXiv 2306.15595",
                           .kernels = ROTATION},
    [PLUMB_ROPE_NTK] = {.name = "ntk",
                        .formula = "theta_m = (base s^{r/(r-2)})^{-2m/r}",
                        .needs = SET(PLUMB_INPUT_ROPE_FACTOR),
                        .source = "NTK-aware scaling, bloc97 2023",
                        .kernels = ROTATION},
    [PLUMB_ROPE_DYNAMIC] = {.name = "dynamic",
                            .formula = "theta_m = (base (s S/L - (s - 1))^{r/(r-2)})^{-2m/r}, "
                                       "L = rope_original, S by rope_length_rule",
                            .needs = SET(PLUMB_INPUT_ROPE_FACTOR) | SET(PLUMB_INPUT_ROPE_ORIGINAL),
                            .takes =
                                SET(PLUMB_INPUT_ROPE_LENGTH) | SET(PLUMB_INPUT_ROPE_LENGTH_RULE),
                            .source = "transformers, vLLM",
                            .kernels = ROTATION},
    [PLUMB_ROPE_YARN] = {.name = "yarn",
                         .formula = "theta_m = base^{-2m/r} ((1 - w_m) + w_m / s), w_m a ramp of m",
                         .needs = SET(PLUMB_INPUT_ROPE_FACTOR) | SET(PLUMB_INPUT_ROPE_ORIGINAL),
                         .takes = SET(PLUMB_INPUT_ROPE_BETA_FAST) |
                                  SET(PLUMB_INPUT_ROPE_BETA_SLOW) | SET(PLUMB_INPUT_ROPE_TRUNCATE) |
                                  SET(PLUMB_INPUT_ROPE_MSCALE) | SET(PLUMB_INPUT_ROPE_MSCALE_ALL),
                         .source = "arXiv 2309.00071",
                         .kernels = ROTATION},
    [PLUMB_ROPE_LLAMA3] = {.name = "llama3",
                           .formula = "theta_m = base^{-2m/r} ((1 - w_m)/s + w_m), w_m a ramp of "
                                      "the wavelength",
                           .needs = SET(PLUMB_INPUT_ROPE_FACTOR) | SET(PLUMB_INPUT_ROPE_ORIGINAL),
                           .takes = SET(PLUMB_INPUT_ROPE_LOW_FREQUENCY) |
                                    SET(PLUMB_INPUT_ROPE_HIGH_FREQUENCY),
                           .source = "Llama 3.1, arXiv 2407.21783",
                           .kernels = ROTATION},
    [PLUMB_ROPE_LONGROPE] = {.name = "longrope",
                             .formula = "theta_m = base^{-2m/r} / divisor_m, rope_long beyond L, "
                                        "else rope_short",
                             .needs = SET(PLUMB_INPUT_ROPE_ORIGINAL) | SET(PLUMB_INPUT_ROPE_LONG) |
                                      SET(PLUMB_INPUT_ROPE_SHORT),
                             .takes = SET(PLUMB_INPUT_ROPE_FACTOR) | SET(PLUMB_INPUT_ROPE_LENGTH) |
                                      SET(PLUMB_INPUT_ROPE_LENGTH_RULE),
                             .source = "arXiv 2402.13753",
                             .kernels = ROTATION},
};

static const plumb_entry alibi_forms[] = {
    [PLUMB_ALIBI_RELATIVE] = {.name = "relative",
                              .formula = "slope_h (p_j - p_t)",
                              .source = "FlashInfer, " EMERGENCE_CODE,
                              .kernels = "position/alibi"},
    [PLUMB_ALIBI_KEY] = {.name = "key",
                         .formula = "slope_h p_j",
                         .source = "fairseq, BLOOM, FlashAttention 2 if causal",
                         .kernels = "position/alibi"},
    [PLUMB_ALIBI_SYMMETRIC] = {.name = "symmetric",
                               .formula = "-slope_h abs(p_j - p_t)",
                               .source = "FlashAttention 2 if not causal, llama.cpp",
                               .kernels = "position/alibi"},
    [PLUMB_ALIBI_SCALED_KEY] = {.name = "scaled-key",
                                .formula = "scale slope_h p_j",
                                .source = "Falcon in transformers",
                                .kernels = "position/alibi"},
};

static const plumb_entry masks[] = {
    {.name = "none",
     .formula = "every key",
     .source = "arXiv 1706.03762",
     .kernels = "mask/causal"},
    {.name = "causal", .formula = "j <= p", .source = "arXiv 1706.03762", .kernels = "mask/causal"},
    {.name = "prefix",
     .formula = "j <= p or j < prefix",
     .source = "arXiv 1910.10683",
     .kernels = "mask/prefix"},
    {.name = "window",
     .formula = "p - left <= j <= p + right; -1: unbounded",
     .source = "arXiv 2004.05150, arXiv 2310.06825",
     .kernels = "mask/sliding_window"},
    {.name = "streaming",
     .formula = "j < first or p - recent < j <= p",
     .source = "arXiv 2309.17453",
     .kernels = "mask/streaming"},
    {.name = "chunk",
     .formula = "floor(j / chunk) = floor(p / chunk)",
     .source = "Llama 4",
     .kernels = "mask/chunk"},
    {.name = "segments",
     .formula = "query_segments[t] = key_segments[j]",
     .source = "packed documents, arXiv 2402.13991",
     .kernels = "mask/document"},
    {.name = "allowed",
     .formula = "allowed[t,j], or its negation with mask_polarity true-hides",
     .source = "PyTorch, ONNX, MLX",
     .kernels = "mask/allowed"},
};

static const plumb_entry modifiers[] = {
    {.name = "softcap",
     .formula = "cap(x) = softcap tanh(x / softcap); 0: cap(x) = x",
     .takes = SET(PLUMB_INPUT_SOFTCAP) | SET(PLUMB_INPUT_SOFTCAP_ORDER),
     .source = "arXiv 2408.00118",
     .kernels = "score/softcap"},
    {.name = "bias",
     .formula = "x_j + b_j",
     .takes = SET(PLUMB_INPUT_BIAS),
     .source = "arXiv 1910.10683, arXiv 2108.12409",
     .kernels = "score/bias"},
    {.name = "v_bias",
     .formula = "o + v_bias[h]",
     .takes = SET(PLUMB_INPUT_V_BIAS),
     .source = "V biases, " EMERGENCE_CODE,
     .kernels = "aggregate/value_bias"},
    {.name = "gate",
     .formula = "o / (1 + e^{-gate})",
     .takes = SET(PLUMB_INPUT_GATE),
     .source = "arXiv 2505.06708",
     .kernels = "aggregate/gate"},
};

static const plumb_list lists[PLUMB_LISTS] = {
    [PLUMB_LIST_OPERATORS] = {"operator", "the weight of a visible key j", operators,
                              COUNT(operators)},
    [PLUMB_LIST_NORMALISATIONS] = {"normalisation", "the weight where the operator says a_j",
                                   normalisations, COUNT(normalisations)},
    [PLUMB_LIST_SINKS] = {"sink", "what takes the attention that no key should get", sinks,
                          COUNT(sinks)},
    [PLUMB_LIST_SOFTCAP_ORDERS] = {"softcap_order", "the score, where a softcap is stated",
                                   softcap_orders, COUNT(softcap_orders)},
    [PLUMB_LIST_POSITIONS] = {"position",
                              "how the positions p_t of the query and p_j of the key enter",
                              positions, COUNT(positions)},
    [PLUMB_LIST_ROPE_SCALINGS] = {"rope_scaling", "the frequencies of position rope", rope_scalings,
                                  COUNT(rope_scalings)},
    [PLUMB_LIST_ALIBI_FORMS] = {"alibi_form", "what position alibi adds", alibi_forms,
                                COUNT(alibi_forms)},
    [PLUMB_LIST_MASKS] = {"mask",
                          "which keys j a query at position p sees; all that are "
                          "stated hold at once",
                          masks, COUNT(masks)},
    [PLUMB_LIST_MODIFIERS] = {"modifier", "goes with every operator", modifiers, COUNT(modifiers)},
};

const plumb_list *plumb_list_of(plumb_list_name name) {
    return &lists[name];
}

bool plumb_list_find(const plumb_list *list, const char *name, size_t *number) {
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(name, list->entry[i].name) == 0) {
            *number = i;
            return true;
        }
    return false;
}
