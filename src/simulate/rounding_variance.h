/* rounding_variance.h - variances of roundings, as if they were independent errors (deviation.h). */
#ifndef PLUMB_SIMULATED_ROUNDING_VARIANCE_H
#define PLUMB_SIMULATED_ROUNDING_VARIANCE_H
#include "precision/precision.h"

/* (unit of a rounding, number of them) -> variance relative to x^2 */
#define PLUMB_ROUNDING_VARIANCE 0.18

static inline double plumb_square(double x) {
    return x * x;
}

static inline double plumb_roundings(double count, double unit) {
    return PLUMB_ROUNDING_VARIANCE * count * unit * unit;
}

/* For a sum of `count` numbers; truncation at each step leans to one side. */
static inline double plumb_sum_roundings(double count, plumb_rounding rounding) {
    return plumb_roundings(count, rounding.unit) + (rounding.cut ? plumb_square(count * rounding.unit) : 0);
}
#endif
