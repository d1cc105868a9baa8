/* slope_roundings.h - how exact a slope of ALiBi is as an engine computes it (spec/budget.md, section 19). */
#ifndef PLUMB_THEOREM_SLOPE_ROUNDINGS_H
#define PLUMB_THEOREM_SLOPE_ROUNDINGS_H
#include "problem/problem.h"

/* Of so many roundings a power of two is made that ALiBi takes for the slope of head h; 0 if it is stated, or exact. */
size_t plumb_slope_roundings(const plumb_problem *problem, size_t h);
#endif
