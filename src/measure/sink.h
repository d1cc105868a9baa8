/* sink.h - the attention-sink measure of arXiv 2410.10781, section 3: the question, and the result for one
   attention layer.

   A case is one layer.  With A the weights of one head of one sample, keys and rows counted from 1:
       alpha_k    = (1/(T - k + 1)) sum_{t=k}^{T} A_{t,k}
       Sink_k^eps = the share of all samples, layers and heads with alpha_k > eps
   The released code has eps = 0.3 and T = 64, and sums over all rows t: the same if no query sees a later key, and
   always for k = 1.

   The weights are those of the whole case; T selects rows and columns.  If an operator's weights do not sum to 1, the
   released code measures other numbers (plumb_proxy) instead. */
#ifndef PLUMB_MEASURE_SINK_H
#define PLUMB_MEASURE_SINK_H
#include "base/error.h"
#include "case/case.h"
#include "measure/activations.h"
#include "measure/geometry.h"
#include "number/ball.h"
#include <stdbool.h>
#include <stddef.h>

typedef enum {
    PLUMB_PROXY_NONE,        /* A_j                                */
    PLUMB_PROXY_SUM,         /* A_j / (sum_i A_i + 1e-8)           */
    PLUMB_PROXY_ABSOLUTE_SUM /* |A_j| / (sum_i |A_i| + 1e-8)       */
} plumb_proxy;

/* The binary64 number nearest to 1e-8, like the epsilon of a normalisation (problem/operator.h). */
#define PLUMB_PROXY_EPSILON 1e-8

/* "none", "sum", "absolute-sum" */
const char *plumb_proxy_name(plumb_proxy proxy);

/* The proxy of the released code: sums for sigmoid and elu, absolute sums for identity and the kernels, but none for a
   normalised elu-kernel, and none for all kinds of softmax. */
plumb_proxy plumb_default_proxy(const plumb_operator *op);

typedef struct {
    const char *epsilon; /* an exact decimal or ratio (case/scale.h) */
    size_t tokens;       /* T; all if the case has fewer */
    size_t key;          /* k; 0: the sink's extra logit, which is first in the released code */
    bool zero_query_row; /* with key 0, one more row, whose weight is 1: the released code of KV biases gives the sink
                            a query, 0, that sees nothing else */
    bool from_weights;   /* the engine's weights, not the exact ones */
    bool proxy_given;    /* false: the operator's default */
    plumb_proxy proxy;
    size_t head;    /* the head whose weights are kept for a picture */
    bool all_heads; /* keeps those of all heads instead */
    int threads;    /* 0: as OpenMP decides */
} plumb_sink_question;

typedef enum {
    PLUMB_SHARE_NOT_ABOVE, /* alpha <= eps */
    PLUMB_SHARE_ABOVE,     /* alpha > eps */
    PLUMB_SHARE_UNDECIDED, /* eps is within the ball of alpha, at every precision tried */
    PLUMB_SHARE_NO_VALUE,  /* alpha depends on a number that is not finite */
    PLUMB_SHARE_ANSWERS
} plumb_share_answer;

/* "not above", "above", "undecided", "no value" */
const char *plumb_share_answer_name(plumb_share_answer answer);

typedef struct {
    plumb_ball alpha;
    plumb_share_answer answer;
    bool escalated; /* the balls of the kernels did not decide */
    plumb_geometry geometry;
} plumb_sink_head;

typedef struct {
    const char *source; /* of the case, for a message or a picture */
    const char *operator_name;
    size_t samples, heads, tokens, tokens_in_case;
    plumb_proxy proxy;
    plumb_sink_head *head;             /* [samples][heads] */
    size_t maps;                       /* heads whose weights are kept: question->head, or all */
    double *weight;                    /* [maps][tokens][tokens]: middles, of the first sample */
    size_t count[PLUMB_SHARE_ANSWERS]; /* of samples and heads */
    plumb_activations *activations;    /* [samples]; NULL: no hidden states (measure/states.h) */
    plumb_ball *state_norm;            /* [samples][tokens], with them: the norm of each token's state */
} plumb_sink_layer;

/* Measures one layer, and the hidden states in its case, unless the key is a logit, which has none.  Borrows source and
   operator_name.  Refuses a case that cannot be measured.  Returns 0, or -1 with a message. */
int plumb_sink_measure(const plumb_case *c, const plumb_sink_question *question, plumb_sink_layer *layer,
                       plumb_error *error);
void plumb_sink_layer_free(plumb_sink_layer *layer);
#endif
