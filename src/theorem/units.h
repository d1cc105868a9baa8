/* units.h - compound relative errors of several roundings. */
#ifndef PLUMB_THEOREM_UNITS_H
#define PLUMB_THEOREM_UNITS_H
#include "number/ball.h"
#include <math.h>

/* Covers the rounding of sums of bounds that are computed in binary64 themselves. */
#define PLUMB_OWN_ROUNDING (1 + 0x1p-20)

/* The larger end of a ball, in magnitude. */
static inline double plumb_upper(plumb_ball ball) {
    return fabs(ball.mid) + ball.rad;
}

/* gamma(k, u) = k u / (1 - k u) bounds the compound relative error of k roundings; infinite where
   k u reaches 1. */
static inline double plumb_gamma(double k, double unit) {
    return k * unit < 1 ? k * unit / (1 - k * unit) : (double)INFINITY;
}

/* (1 + a)(1 + b) - 1, without cancellation. */
static inline double plumb_compound(double a, double b) {
    return a + b + a * b;
}

/* Infinite for a bound that is NaN, such as 0 times infinity: it is not known. fmax and fmin ignore a NaN, so it would
   count as nothing. */
static inline double plumb_known(double bound) {
    return isnan(bound) ? (double)INFINITY : bound;
}
#endif
