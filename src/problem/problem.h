/* problem.h - one attention problem: its tensors as exact binary64 values, and every convention on
   which engines differ.

   The softmax (arXiv 2410.10781, section 2); other operators are in problem/operator.h:
       score[t][i]  = scale * sum_c query[t][c] * key[i][c]          for visible keys i
       weight[t][i] = exp(score[t][i]) / sum_{j visible} exp(score[t][j]),  0 for hidden keys
       output[t][c] = sum_{i visible} weight[t][i] * value[i][c]
       lse[t]       = log sum_{j visible} exp(score[t][j])
   Query head h reads key/value head h / (query_heads / key_heads) ("interleave"; see
   spec/choices.md).  Every tensor is row-major and contiguous. */
#ifndef PLUMB_PROBLEM_PROBLEM_H
#define PLUMB_PROBLEM_PROBLEM_H
#include "problem/mask.h"
#include "problem/operator.h"
#include "problem/position.h"
#include "problem/traits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The factor of q.k.  `text` is an exact decimal ("0.125", "-1.5e-3") or a ratio of two integers ("1/3"); NULL:
   the default 1/sqrt(head_dim).  The factor is never rounded, even if it is irrational. */
typedef struct {
    const char *text;
} plumb_scale;

/* The output of a row that sees no key. */
typedef enum {
    PLUMB_EMPTY_ROW_ZERO, /* 0 (default): FlashAttention, PyTorch >= 2.5 */
    PLUMB_EMPTY_ROW_NAN,  /* NaN: PyTorch < 2.5, onnx <= 1.22 */
    PLUMB_EMPTY_ROW_MEAN  /* the mean of all values, including hidden ones, with weights 1/key_length:
                             finite masks of transformers eager, MLX `where`; softmax only */
} plumb_empty_row;

/* The gradients of a loss with respect to the results of the forward pass, from which the backward pass starts
   (spec/gradient.md).  output NULL: there is no loss; lse NULL: 0. */
typedef struct {
    const double *output; /* [batch][query_heads][query_length][value_dim] */
    const double *lse;    /* [batch][query_heads][query_length] */
} plumb_loss;

/* Batch entries with fewer queries than the longest one; the missing queries do not exist and see no key. */
typedef struct {
    const int64_t *length; /* [batch]; NULL: each has query_length */
    const int64_t *start;  /* [batch], where each begins in the packed tensor */
} plumb_sequences;

typedef struct {
    size_t batch, query_heads, key_heads, query_length, key_length, head_dim, value_dim;
    const double *query; /* [batch][query_heads][query_length][head_dim] */
    const double *key;   /* [batch][key_heads][key_length][head_dim]     */
    const double *value; /* [batch][key_heads][key_length][value_dim]    */
    plumb_causal causal;
    plumb_mask mask;
    plumb_scale scale;
    plumb_empty_row empty_row;
    bool empty_lse_positive; /* the log-sum-exp of a row that sees no key is +infinity
                                (FlashAttention 2, unsplit), not -infinity */
    plumb_operator op;
    plumb_extras extra;
    plumb_position position;
    plumb_loss loss;
    plumb_sequences sequences;
} plumb_problem;

/* Query t of batch entry b has position t + plumb_offset_of(problem, b). */
static inline int64_t plumb_offset_of(const plumb_problem *problem, size_t b) {
    return problem->causal.offset + (problem->mask.entry_offset != NULL ? problem->mask.entry_offset[b] : 0);
}

static inline bool plumb_query_exists(const plumb_problem *problem, size_t b, size_t t) {
    return problem->sequences.length == NULL || t < (size_t)problem->sequences.length[b];
}

/* Which of the lists [batch][heads][rows] query (b, h, t) reads. */
static inline size_t plumb_list_of(const plumb_problem *problem, const plumb_lists *lists, size_t b, size_t h,
                                   size_t t) {
    size_t head = lists->by_remainder ? h % lists->heads : h / (problem->query_heads / lists->heads);
    return (b * lists->heads + head) * lists->rows + t / (size_t)lists->query_block;
}

/* The number of positions of queries, and of keys, over all axes. */
static inline size_t plumb_query_places(const plumb_problem *problem) {
    return problem->batch * plumb_axes_of(&problem->position) * problem->query_length;
}

static inline size_t plumb_key_places(const plumb_problem *problem) {
    return problem->batch * plumb_axes_of(&problem->position) * problem->key_length;
}

/* The number of rows: one for each query of each head, whether it exists or not. */
static inline size_t plumb_rows_of(const plumb_problem *problem) {
    return problem->batch * problem->query_heads * problem->query_length;
}
#endif
