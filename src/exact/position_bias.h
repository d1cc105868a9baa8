/* position_bias.h - spec/positions.md, sections 3 to 5: the number a_j that joins the bias of key j. */
#ifndef PLUMB_EXACT_POSITION_BIAS_H
#define PLUMB_EXACT_POSITION_BIAS_H
#include "problem/problem.h"
#include "problem/arb.h"
#include <flint/fmpq.h>

/* -log2 of the slope of head h among so many, where no slopes are stated. */
void plumb_exact_slope_exponent(fmpq_t exponent, size_t heads, size_t h);
/* slope_h, as stated or by that rule. */
void plumb_exact_slope(arb_t slope, const plumb_problem *problem, size_t h, slong precision);
/* What slope_h is multiplied by in the score of key i: a distance or a position. */
int64_t plumb_exact_alibi_distance(const plumb_problem *problem, size_t b, size_t t, size_t i);

/* a_j; 0 for an encoding that adds nothing to scores. */
void plumb_exact_position_bias(arb_t bias, const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i,
                               slong precision);
#endif
