/* evaluation.h - what is known of an engine's evaluation: how much each key may weigh, and how far off its sums are. */
#ifndef PLUMB_BUDGET_EVALUATION_H
#define PLUMB_BUDGET_EVALUATION_H
#include "number/ball.h"

/* Between these numbers lies what a key weighs as computed.  One that is not finite says nothing. */
typedef struct {
    double least, most;
} plumb_range;

/* A computed sum of p_j x_j is off by at most relative sum_j p_j |x_j| + absolute, where these are finite. */
typedef struct {
    double relative, absolute;
} plumb_sum_error;

#include "spec/budget/evaluation.h"
#endif
