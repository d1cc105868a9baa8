/* bias.h - the mean errors of tensors and their heads (simulate/bias.h), and how far from 0 simulated engines may
   have them.

   That is (spec/expected.md, section 3) twice what simulated evaluations of the case have beyond their scatter, what
   stored weights, stored results, cut sums, lost weights, exponentials and a rounded scale may do to all numbers
   alike, an eighth of the expected level, and 7 standard errors, somewhat more of many heads. */
#ifndef PLUMB_JUDGE_BIAS_H
#define PLUMB_JUDGE_BIAS_H
#include "exact/quantity.h"
#include "simulate/bias.h"
#include "simulate/level.h"
#include "problem/problem.h"

/* What the rows of a problem are judged under. */
typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    const plumb_expected_level *level;
    plumb_quantity quantity;
    size_t from, to;           /* of each head, the queries that are judged */
    const plumb_bias_row *row; /* [batch * query_heads][to - from] */
    const double *count;       /* [batch * query_heads][query_length] numbers of each */
} plumb_biased_rows;

/* Of all rows; of those of one head, b * query_heads + h. */
plumb_bias plumb_bias_of_tensor(const plumb_biased_rows *rows);
plumb_bias plumb_bias_of_head(const plumb_biased_rows *rows, size_t head);

/* The larger of the two means over its limit: above 1 no simulated engine has it. */
double plumb_bias_share(const plumb_bias *bias);
/* Whether that is the one along the exact values. */
bool plumb_bias_is_along(const plumb_bias *bias);

/* The heads whose means are nearest to their limits, or farthest beyond, at most so many, in the order of heads. */
enum { PLUMB_BIASED_HEADS = 64 };
typedef struct {
    size_t count, worst;             /* worst: its place in head and bias */
    size_t head[PLUMB_BIASED_HEADS]; /* b * query_heads + h */
    plumb_bias bias[PLUMB_BIASED_HEADS];
} plumb_head_biases;
void plumb_bias_of_heads(const plumb_biased_rows *rows, plumb_head_biases *heads);
#endif
