/* operator.h - which attention operator is asked for, and its parameters.

   One row: scores x_j of the visible keys, weights A_j, output o.  Sources: [G] arXiv 2410.10781 and
   its released code (github.com/sail-sg/Attention-Sink), [S] arXiv 2402.17762, [B] arXiv 2306.12929, [Z] arXiv
   2504.20966, [M] Miller 2023, "Attention is off by one", [O] gpt-oss (github.com/openai/gpt-oss), [Q] arXiv
   2505.06708, [2] Gemma 2, arXiv 2408.00118.  spec/operators.md has all formulas in one table. */
#ifndef PLUMB_PROBLEM_OPERATOR_H
#define PLUMB_PROBLEM_OPERATOR_H
#include <stdbool.h>
#include <stddef.h>

/* How weights come from scores.  x_j is scale * q.k_j unless a kernel is named. */
typedef enum {
    PLUMB_SOFTMAX,         /* e^{x_j} / (sum_i e^{x_i} + sink)                                [G] */
    PLUMB_SCALED_SOFTMAX,  /* alpha times the softmax                                         [G] */
    PLUMB_POWER_SOFTMAX,   /* e^{x_j} / (sum_i e^{power x_i})^{1/power}                       [G] */
    PLUMB_CLIPPED_SOFTMAX, /* min(1, max(0, (zeta - gamma) softmax_j + gamma))                [B] */
    PLUMB_SOFTPICK,        /* max(0, e^{x_j-m} - e^{-m}) / (sum_i |e^{x_i-m} - e^{-m}| + epsilon),
                              m the largest visible score                                     [Z] */
    PLUMB_SIGMOID,         /* a_j = 1 / (1 + e^{-x_j}), then normalised                       [G] */
    PLUMB_ELU,             /* a_j = elu(x_j) + 1, then normalised                             [G] */
    PLUMB_IDENTITY,        /* a_j = x_j, then normalised                                      [G] */
    PLUMB_ELU_KERNEL,      /* a_j = x_j = scale * phi(q).phi(k_j), phi(u) = elu(u) + 1        [G] */
    PLUMB_MLP_KERNEL       /* the same with phi(u) = W2 max(0, W1 u)                          [G] */
} plumb_operator_kind;

/* How the a_j of the last five become weights A_j; sums over the visible keys. */
typedef enum {
    PLUMB_UNNORMALISED, /* A_j = a_j                                                         */
    PLUMB_SUM,          /* A_j = a_j / (sum_i a_i + epsilon)                                 */
    PLUMB_ABSOLUTE_SUM, /* A_j = |a_j| / (sum_i |a_i| + epsilon)                             */
    PLUMB_AT_LEAST_ONE  /* A_j = a_j / max(|sum_i a_i|, 1)                                   */
} plumb_normalisation;

/* What takes the attention that no key should get.  Only the softmax knows the middle five. */
typedef enum {
    PLUMB_SINK_NONE,
    PLUMB_SINK_ZERO,      /* e^0 = 1 in the denominator: softmax-off-by-one                  [M] */
    PLUMB_SINK_LOGIT,     /* e^{S_h} in the denominator, S_h per query head                  [O] */
    PLUMB_SINK_KEY,       /* e^{scale q.k*} in the denominator (K biases, v* = 0)            [G] */
    PLUMB_SINK_KEY_VALUE, /* the same, and its weight times v* in the output (KV biases)     [S,G] */
    PLUMB_SINK_TOKEN,     /* the same with k*, v* of a learnable token, per key head         [G] */
    PLUMB_SINK_FIRST_KEYS, /* no extra logit: the first sink_keys keys are visible to all     */
    PLUMB_SINK_KEY0_BIAS   /* no extra logit: a number per query head is added to x_0         */
} plumb_sink;

/* Where the softcap stands among bias and mask; all three are in use. */
typedef enum {
    PLUMB_CAP_BIAS_MASK, /* default: Gemma 2, FlashAttention, ggml, onnx >= 1.22              */
    PLUMB_BIAS_CAP_MASK, /* FlashInfer's ALiBi                                                */
    PLUMB_BIAS_MASK_CAP  /* onnx <= 1.21: an invisible key has score -softcap and takes part  */
} plumb_softcap_order;

/* The operators whose weights are those of a softmax have a log-sum-exp. */
static inline bool plumb_has_log_sum_exp(plumb_operator_kind kind) {
    return kind == PLUMB_SOFTMAX || kind == PLUMB_SCALED_SOFTMAX || kind == PLUMB_CLIPPED_SOFTMAX;
}

/* The sinks that add a logit to the denominator of the softmax. */
static inline bool plumb_sink_adds_logit(plumb_sink sink) {
    return sink >= PLUMB_SINK_ZERO && sink <= PLUMB_SINK_TOKEN;
}

/* All zeros but epsilon describe the softmax of Vaswani et al. 2017. */
typedef struct {
    plumb_operator_kind kind;
    double alpha;       /* > 0 */
    double power;       /* > 0 */
    double gamma, zeta; /* gamma <= 0, zeta >= 1 */
    double epsilon;     /* >= 0; 1e-8 unless stated */
    plumb_normalisation normalisation;
    plumb_sink sink;
    size_t sink_keys;
    bool sink_outside_lse; /* the log-sum-exp leaves the sink out */
    double softcap;        /* c > 0: c tanh(x/c) in place of x; 0: none */
    plumb_softcap_order softcap_order;
} plumb_operator;

/* Tensors that only some operators have; NULL where there is none.  The sinks' come per query head,
   whatever the file's shape was. */
typedef struct {
    /* added to x_tj, or -infinity, which hides key j: element (b, h, t, j) at
       bias[b*bias_batch + h*bias_head + t*bias_query + j] */
    const double *bias;
    size_t bias_batch, bias_head, bias_query;
    const double *sinks;      /* [query_heads]: S_h */
    const double *sink_key;   /* [query_heads][head_dim]: k*  */
    const double *sink_value; /* [query_heads][value_dim]: v* */
    const double *key0_bias;  /* [query_heads] */
    const double *value_bias; /* [query_heads][value_dim]: added to the output */
    const double *gate;       /* the output is multiplied by 1/(1 + e^-gate): */
    bool gate_per_element; /* [batch][query_heads][query_length][value_dim], or without the last */
    const double *mlp_inner; /* W1 [hidden_dim][head_dim] */
    const double *mlp_outer; /* W2 [feature_dim][hidden_dim] */
    size_t hidden_dim, feature_dim;
} plumb_extras;
#endif
