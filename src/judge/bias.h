/* bias.h - the mean errors of tensors and their heads (simulate/bias.h), and their limits.

   A limit (spec/expected.md, section 3) is the sum of twice the mean error of simulated evaluations beyond their
   scatter, what stored weights, stored results, truncated sums, lost weights, exponentials and a rounded scale may do
   to all numbers alike, an eighth of the expected level, and 7 standard errors, slightly more with many heads. */
#ifndef PLUMB_JUDGE_BIAS_H
#define PLUMB_JUDGE_BIAS_H
#include "exact/quantity.h"
#include "simulate/bias.h"
#include "simulate/level.h"
#include "problem/problem.h"

/* The rows of a tensor, and what they are judged by. */
typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    const plumb_expected_level *level;
    plumb_quantity quantity;
    size_t from, to;           /* the judged queries from <= t < to of each head */
    const plumb_bias_row *row; /* [batch * query_heads][to - from] */
    const double *count;       /* [batch * query_heads][query_length] number of elements */
} plumb_biased_rows;

/* The mean errors of all rows; of the rows of one head, b * query_heads + h. */
plumb_bias plumb_bias_of_tensor(const plumb_biased_rows *rows);
plumb_bias plumb_bias_of_head(const plumb_biased_rows *rows, size_t head);

/* What an output may be off by, in deviations of a row, if nearly equal ones store parts alike; heads: of keys. */
double plumb_shared_parts(const plumb_expected_level *level, double heads);

/* The larger of the two means over its limit; above 1 is SUSPECT. */
double plumb_bias_share(const plumb_bias *bias);
/* Whether that is the one along the exact values. */
bool plumb_bias_is_along(const plumb_bias *bias);

/* The heads whose means are closest to their limits, or farthest beyond, in the order of heads. */
enum { PLUMB_BIASED_HEADS = 64 };
typedef struct {
    size_t count, worst;             /* worst: its place in head and bias */
    size_t head[PLUMB_BIASED_HEADS]; /* b * query_heads + h */
    plumb_bias bias[PLUMB_BIASED_HEADS];
} plumb_head_biases;
void plumb_bias_of_heads(const plumb_biased_rows *rows, plumb_head_biases *heads);
#endif
