/* mean_budget.h - a mean of values under the weights of a softmax (spec/budget.md, sections 5 and 6). */
#ifndef PLUMB_COMPARE_MEAN_BUDGET_H
#define PLUMB_COMPARE_MEAN_BUDGET_H
#include "compare/bound.h"
#include "compare/budget_row.h"

/* A denominator known to less than this part of itself bounds nothing usefully. */
#define PLUMB_LEAST_DENOMINATOR 0.25

/* Underflow in a sum of probabilities, each multiplied by a value; values is the sum of the
   magnitudes of these. */
double plumb_sum_underflow(const plumb_budget_row *budget, double values);

/* exact is a ball around the mean. */
plumb_bound plumb_mean_bound(const plumb_budget_row *budget, const plumb_column_sums *sums, plumb_ball exact);
#endif
