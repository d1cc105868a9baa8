/* row_variance.h - the terms of deviation.h for one row: common to its keys, and the variance of the gradient of a
   score. */
#ifndef PLUMB_BACKWARD_ROW_VARIANCE_H
#define PLUMB_BACKWARD_ROW_VARIANCE_H
#include "backward/deviation.h"
#include <stddef.h>

/* As for the numbers of a row (simulate/deviation.c). */
#define PLUMB_ROUNDING_VARIANCE 0.18

static inline double plumb_square(double x) {
    return x * x;
}

/* For `count` roundings by a unit, relative to the square of the number. */
static inline double plumb_variance(double count, double unit) {
    return PLUMB_ROUNDING_VARIANCE * count * plumb_square(unit);
}

/* For a sum of `terms` numbers; truncation at each step leans to one side. */
static inline double plumb_sum_variance(size_t terms, plumb_rounding rounding) {
    double count = 2 + (double)terms / 16;
    return plumb_variance(count, rounding.unit) + (rounding.cut ? plumb_square(count * rounding.unit) : 0);
}

/* Terms common to all keys of a row. */
typedef struct {
    double products; /* variance of a y_j, over |v_j|^2 */
    double delta;    /* variance of delta */
    double lse;      /* of the stored log-sum-exp, which changes all weights by the same part */
    double a, b, c;
} plumb_row_parts;

plumb_row_parts plumb_row_parts_of(const plumb_gradient_deviation *d, const plumb_backward_row *row);

/* For dx_j times the derivative of the softcap, or without that. */
typedef struct {
    double own, all; /* a key's own variance, and with that from other keys */
} plumb_pair_variance;

/* stored: the relative variance of the stores of dx_j. */
plumb_pair_variance plumb_pair_variance_of(const plumb_gradient_deviation *d, const plumb_backward_row *row,
                                           const plumb_row_parts *parts, size_t j, double stored, bool sloped);

/* For the weight of key j, a map of its score, before it is stored. */
double plumb_map_variance(const plumb_gradient_deviation *d, const plumb_backward_row *row, size_t j);

/* Adds the variances for numbers added to the scores: biases [key_length]; slopes and tables [parameters of a head]. */
void plumb_deviation_add_biases(const plumb_gradient_deviation *d, const plumb_backward_row *row,
                                const plumb_row_parts *parts, double *variance);
void plumb_deviation_add_positions(const plumb_gradient_deviation *d, const plumb_backward_row *row,
                                   const plumb_row_parts *parts, double *variance);
#endif
