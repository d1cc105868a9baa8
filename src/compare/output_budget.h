/* output_budget.h - what follows the sum over the values: the factor of a scaled softmax, the value
   bias, the gate (spec/budget.md, sections 11 and 16). */
#ifndef PLUMB_COMPARE_OUTPUT_BUDGET_H
#define PLUMB_COMPARE_OUTPUT_BUDGET_H
#include "compare/bound.h"
#include "compare/budget_row.h"

/* A number off by no more than a bound. */
typedef struct {
    plumb_bound bound;
    double magnitude; /* upper bound of the exact number */
} plumb_inexact;

/* alpha times x: alpha is rounded, the product too. */
plumb_inexact plumb_scaled_budget(const plumb_budget_row *budget, plumb_inexact x);

/* (x + value bias) / (1 + e^-gate), where there are such; x is the mean of the column. */
plumb_inexact plumb_output_budget(const plumb_budget_row *budget, plumb_inexact x, size_t column);
#endif
