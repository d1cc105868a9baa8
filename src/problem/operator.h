/* operator.h - the attention operator and its parameters.

   One row: scores x_j of the visible keys, weights A_j, output o.  Sources: [G] arXiv 2410.10781 and
   its released code (github.com/sail-sg/Attention-Sink), [S] arXiv 2402.17762, [B] arXiv 2306.12929, [Z] arXiv
   2504.20966, [M] Miller 2023, "Attention is off by one", [O] gpt-oss (github.com/openai/gpt-oss), [Q] arXiv
   2505.06708, [2] Gemma 2, arXiv 2408.00118, [W] arXiv 2309.08586.  spec/operators.md has all formulas in one table. */
#ifndef PLUMB_PROBLEM_OPERATOR_H
#define PLUMB_PROBLEM_OPERATOR_H
#include <stdbool.h>
#include <stddef.h>

/* How weights come from scores. */
typedef enum {
#define OPERATOR(kind, ...) kind,
#include "problem/operators.def"
} plumb_operator_kind;

/* How the a_j of normalised operators become weights A_j. */
typedef enum {
#define NORMALISATION(normalisation, ...) normalisation,
#include "problem/normalisations.def"
} plumb_normalisation;

/* What absorbs attention that no key should get. */
typedef enum {
#define SINK(sink, ...) sink,
#include "problem/sinks.def"
} plumb_sink;

/* The order of softcap, bias and mask; engines use all three. */
typedef enum {
    PLUMB_CAP_BIAS_MASK, /* default: Gemma 2, FlashAttention, ggml, onnx >= 1.22              */
    PLUMB_BIAS_CAP_MASK, /* FlashInfer's ALiBi                                                */
    PLUMB_BIAS_MASK_CAP  /* onnx <= 1.21: a hidden key has score -softcap and takes part      */
} plumb_softcap_order;

/* All zeros except epsilon: the softmax of Vaswani et al. 2017. */
typedef struct {
    plumb_operator_kind kind;
    double alpha;       /* > 0 */
    double power;       /* > 0 */
    double gamma, zeta; /* gamma <= 0, zeta >= 1 */
    double epsilon;     /* >= 0; 1e-8 unless stated */
    plumb_normalisation normalisation;
    plumb_sink sink;
    size_t sink_keys;
    bool sink_outside_lse; /* the log-sum-exp does not include the sink */
    double softcap;        /* c > 0: c tanh(x/c) instead of x; 0: none */
    plumb_softcap_order softcap_order;
} plumb_operator;

/* Tensors that only some operators have; NULL: not given.  Those of sinks have a row for each query head,
   whatever shape they have in the file. */
typedef struct {
    /* added to x_tj; -infinity hides key j; element (b, h, t, j) is at
       bias[b*bias_batch + h*bias_head + t*bias_query + j] */
    const double *bias;
    size_t bias_batch, bias_head, bias_query;
    const double *sinks;      /* [query_heads]: S_h */
    const double *sink_key;   /* [query_heads][head_dim]: k*  */
    const double *sink_value; /* [query_heads][value_dim]: v* */
    const double *key0_bias;  /* [query_heads] */
    const double *value_bias; /* [query_heads][value_dim]: added to the output */
    const double *gate;       /* the output is multiplied by 1/(1 + e^-gate); */
    bool gate_per_element;    /* [batch][query_heads][query_length][value_dim], or without the last */
    const double *lse_added;  /* [batch][query_heads][query_length]: what is taken off an engine's lse; or NULL */
    const double *mlp_inner;  /* W1 [hidden_dim][head_dim] */
    const double *mlp_outer;  /* W2 [feature_dim][hidden_dim] */
    size_t hidden_dim, feature_dim;
} plumb_extras;
#endif
