/* slope_roundings.h - the roundings of a slope of ALiBi as an engine computes it (spec/budget.md, section 19). */
#ifndef PLUMB_THEOREM_SLOPE_ROUNDINGS_H
#define PLUMB_THEOREM_SLOPE_ROUNDINGS_H
#include "problem/problem.h"

/* The number of roundings of the power of two that is the slope of head h; 0 if the slope is stated, or exact. */
size_t plumb_slope_roundings(const plumb_problem *problem, size_t h);
#endif
