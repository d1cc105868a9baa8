/* row_variance.h - what deviation.h says of one row: what its keys share, and the variance of the gradient in a
   score. */
#ifndef PLUMB_BACKWARD_ROW_VARIANCE_H
#define PLUMB_BACKWARD_ROW_VARIANCE_H
#include "backward/deviation.h"
#include <stddef.h>

/* As of the rows' numbers (simulate/deviation.c). */
#define PLUMB_ROUNDING_VARIANCE 0.18

static inline double plumb_square(double x) {
    return x * x;
}

/* Of so many roundings by a unit, over the square of what is rounded. */
static inline double plumb_variance(double count, double unit) {
    return PLUMB_ROUNDING_VARIANCE * count * plumb_square(unit);
}

/* Of a sum of so many numbers; one that is cut at each step errs to one side. */
static inline double plumb_sum_variance(size_t terms, plumb_rounding rounding) {
    double count = 2 + (double)terms / 16;
    return plumb_variance(count, rounding.unit) + (rounding.cut ? plumb_square(count * rounding.unit) : 0);
}

/* What all keys of a row share. */
typedef struct {
    double products; /* variance of a y_j, over |v_j|^2 */
    double delta;    /* variance of delta */
    double lse;      /* of the stored log-sum-exp, which moves all weights by that part */
    double a, b, c;
} plumb_row_parts;

plumb_row_parts plumb_row_parts_of(const plumb_gradient_deviation *d, const plumb_backward_row *row);

/* Of dx_j times the slope of the softcap, or without that. */
typedef struct {
    double own, all; /* a key's own variance, and with what it has of others */
} plumb_pair_variance;

/* stored: what dx_j has of its stores. */
plumb_pair_variance plumb_pair_variance_of(const plumb_gradient_deviation *d, const plumb_backward_row *row,
                                           const plumb_row_parts *parts, size_t j, double stored, bool sloped);

/* Of the weight of key j, where it is made of its score alone, before it is stored. */
double plumb_map_variance(const plumb_gradient_deviation *d, const plumb_backward_row *row, size_t j);

/* Of what joins the scores: biases [key_length]; slopes and tables [parameters of a head]. */
void plumb_deviation_add_biases(const plumb_gradient_deviation *d, const plumb_backward_row *row,
                                const plumb_row_parts *parts, double *variance);
void plumb_deviation_add_positions(const plumb_gradient_deviation *d, const plumb_backward_row *row,
                                   const plumb_row_parts *parts, double *variance);
#endif
