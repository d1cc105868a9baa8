/* weight_parts.h - splits a weight into two parts: its key's term in the sum of values, over a divisor that is a
   function of a sum over all keys.  So sums over keys give the output under many masks, in binary64.  A clipped softmax
   has no such parts. */
#ifndef PLUMB_INFER_WEIGHT_PARTS_H
#define PLUMB_INFER_WEIGHT_PARTS_H
#include "problem/problem.h"
#include <stdbool.h>

typedef struct {
    double of_values, of_sum;
} plumb_weight_parts;

bool plumb_weights_have_parts(plumb_operator_kind kind);

/* Of a key with that score; exponentials are relative to `largest`. */
plumb_weight_parts plumb_weight_parts_of(const plumb_operator *op, double score, double largest);

/* What the sum of values is divided by, where the other parts add up to `sum`. */
double plumb_divisor_of_parts(const plumb_problem *problem, double sum);
#endif
