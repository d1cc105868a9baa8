/* function.h - the functions of one real number that attention operators are made of, in Arb.

   Where a ball reaches across a corner of the function, the result contains both sides; where it lies
   on a constant side, the result is exact.  A ball that is not finite gives an indeterminate one.
   The result may be the argument. */
#ifndef PLUMB_EXACT_FUNCTION_H
#define PLUMB_EXACT_FUNCTION_H
#include "problem/arb.h"

/* The number of an input; indeterminate, unless it is finite. */
void plumb_exact_number(arb_t result, double x);
void plumb_exact_vector(arb_ptr vector, const double *x, size_t count);
/* max(x, 0) */
void plumb_exact_positive_part(arb_t result, const arb_t x, slong precision);
/* max(x, 1) */
void plumb_exact_at_least_one(arb_t result, const arb_t x, slong precision);
/* min(1, max(0, x)) */
void plumb_exact_clip(arb_t result, const arb_t x, slong precision);
/* 1 / (1 + e^-x) */
void plumb_exact_sigmoid(arb_t result, const arb_t x, slong precision);
/* elu(x) + 1: x + 1 for x > 0, else e^x */
void plumb_exact_elu_plus_one(arb_t result, const arb_t x, slong precision);
/* softcap * tanh(x / softcap); x itself if softcap is 0: none */
void plumb_exact_cap(arb_t result, const arb_t x, double softcap, slong precision);
#endif
