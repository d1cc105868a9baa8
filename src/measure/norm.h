/* norm.h - Euclidean norms, and balls as Arb's. */
#ifndef PLUMB_MEASURE_NORM_H
#define PLUMB_MEASURE_NORM_H
#include "number/ball.h"
#include "problem/arb.h"
#include <stddef.h>

/* The same numbers, exactly; of a ball without information all of them. */
void plumb_enclosure(arb_t enclosure, plumb_ball ball);

/* The root of a number that is not negative. */
plumb_ball plumb_ball_root(plumb_ball square);

/* |x| of x [n]; without information if an element is not finite. */
plumb_ball plumb_norm(const double *x, size_t n);
#endif
