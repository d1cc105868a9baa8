/* norm.h - Euclidean norms, and conversions of balls to Arb. */
#ifndef PLUMB_MEASURE_NORM_H
#define PLUMB_MEASURE_NORM_H
#include "number/ball.h"
#include "problem/arb.h"
#include <stddef.h>

/* Exactly the same set of numbers; all numbers for a ball without a finite radius. */
void plumb_enclosure(arb_t enclosure, plumb_ball ball);

/* The square root of a non-negative number. */
plumb_ball plumb_ball_root(plumb_ball square);

/* |x| of x [n]; without a finite radius if an element is not finite. */
plumb_ball plumb_norm(const double *x, size_t n);
#endif
