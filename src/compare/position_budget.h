/* position_budget.h - what rounding can do to the number that a position adds to a score
   (spec/budget.md, section 19). */
#ifndef PLUMB_COMPARE_POSITION_BUDGET_H
#define PLUMB_COMPARE_POSITION_BUDGET_H
#include "precision/precision.h"
#include "problem/problem.h"

/* Of so many roundings a power of two is made that ALiBi takes for the slope of head h; 0 if it is stated, or exact. */
size_t plumb_slope_roundings(const plumb_problem *problem, size_t h);

/* Of a number of head h, of magnitude a. */
double plumb_position_bias_error(const plumb_problem *problem, const plumb_precision *precision, size_t h, double a);

/* What a rounded scale, or one more product with it, does to a number of magnitude 1. */
double plumb_scale_unit(const plumb_precision *precision);
#endif
