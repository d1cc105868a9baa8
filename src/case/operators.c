#include "case/operators.h"
#include <string.h>

#define SET PLUMB_INPUT_SET
#define COUNT(entries) (sizeof(entries) / sizeof *(entries))

#define EMERGENCE "arXiv 2410.10781"
#define EMERGENCE_CODE "arXiv 2410.10781, github.com/sail-sg/Attention-Sink"

static const char *const input_names[PLUMB_INPUTS] = {
    [PLUMB_INPUT_BIAS] = "bias",
    [PLUMB_INPUT_SINKS] = "sinks",
    [PLUMB_INPUT_K_STAR] = "k_star",
    [PLUMB_INPUT_V_STAR] = "v_star",
    [PLUMB_INPUT_KEY0_BIAS] = "key0_bias",
    [PLUMB_INPUT_V_BIAS] = "v_bias",
    [PLUMB_INPUT_GATE] = "gate",
    [PLUMB_INPUT_W1] = "w1",
    [PLUMB_INPUT_W2] = "w2",
    [PLUMB_INPUT_ALPHA] = "alpha",
    [PLUMB_INPUT_POWER] = "power",
    [PLUMB_INPUT_GAMMA] = "gamma",
    [PLUMB_INPUT_ZETA] = "zeta",
    [PLUMB_INPUT_EPSILON] = "epsilon",
    [PLUMB_INPUT_SOFTCAP] = "softcap",
    [PLUMB_INPUT_SOFTCAP_ORDER] = "softcap_order",
    [PLUMB_INPUT_NORMALISATION] = "normalisation",
    [PLUMB_INPUT_SINK_KEYS] = "sink_keys",
    [PLUMB_INPUT_LSE_SINK] = "lse_sink",
};

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
    [PLUMB_LIST_MODIFIERS] = {"modifier", "goes with every operator", modifiers, COUNT(modifiers)},
};

const char *plumb_input_name(plumb_input input) {
    return input_names[input];
}

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
