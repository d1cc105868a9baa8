/* scale.h - the factor of the scores, from its text or from the head dimension. */
#ifndef PLUMB_EXACT_SCALE_H
#define PLUMB_EXACT_SCALE_H
#include "problem/problem.h"
#include "problem/arb.h"
#include <flint/fmpq.h>
#include <stdbool.h>

/* True, with the scale in ratio, if it is rational: a number over the root of an integer is when that is a square.
   False for an irrational scale, and for a text that is not a number (refused when a case is read; its scale is
   indeterminate here). */
bool plumb_exact_scale_ratio(fmpq_t ratio, const plumb_problem *problem);

/* The square of the scale, and its sign; false for a text that is not a number. */
bool plumb_exact_scale_square(fmpq_t square, bool *negative, const plumb_problem *problem);

/* product = scale * factor, to the given precision. */
void plumb_exact_scale_mul(arb_t product, const arb_t factor, const plumb_problem *problem, slong precision);
#endif
