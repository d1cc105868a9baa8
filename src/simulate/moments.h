/* moments.h - sums over all keys of a row for standard deviations (deviation.h), many lanes at a time.

   Not certified: a few roundings of binary32 or binary64.  The bits are the same on every processor. */
#ifndef PLUMB_SIMULATED_MOMENTS_H
#define PLUMB_SIMULATED_MOMENTS_H
#include "number/ball.h"
#include <stdbool.h>
#include <stddef.h>

/* The sizes for a lower bound of the sum of |weight_j| size_j |v_j|:
     size_j = unit + min(score |s_j| + product |scale| |q| |k_j|, most).  All 0: not needed. */
typedef struct {
    double unit, score, most;
    double product; /* left out of plumb_key_sums.extra */
} plumb_size_terms;

/* The terms common to the keys of a row.  The variance of score s_j is
     x + score s_j^2 + least, x = product square_j + angle square_j (p_t^2 + p_j^2 + (p_t - p_j)^2),
   behind a softcap of c, inverse_cap = 1/c, it has the slope of the cap there, and some of its curvature:
     x (1 - s_j^2/c^2)^2 (1 + 4 x/c^2) instead of x;
   the relative variance of its exponential is this
     + exponent (s_j^2 + most^2) + shifted (|s_j| + most)^2 + function. */
typedef struct {
    double product, angle, position, score, least;
    double inverse_cap; /* 0: scores are not capped, or something is added to them behind that */
    double most, exponent, shifted, function;
    double sink;  /* magnitude of the sink's logit */
    double store; /* relative variance of a stored weight */
    double lost;  /* a sum may lose a weight below this */
    plumb_size_terms size;
} plumb_key_terms;

/* Sums over the keys. */
typedef struct {
    double largest;  /* of the moments */
    double heaviest; /* |weight| */
    double total;    /* of the moments */
    double square;   /* of squared weights */
    double exponent; /* largest relative variance of an exponential */
    double weight;   /* of the weights */
    double scored;   /* of weight times score */
    double extra;    /* of |weight| (size - unit) */
    double lost;     /* of weights that a sum may lose */
} plumb_key_sums;

/* Results for each key; arrays [keys]. */
typedef struct {
    double *score;    /* variance of its score */
    double *relative; /* variance of its exponential, relative */
    double *moment;   /* variance of its weight, stored */
    float *scored;    /* weight times score */
} plumb_key_moments;

/* The largest |score| of keys that have a weight. */
double plumb_largest_magnitude(const plumb_ball *score, const plumb_ball *weight, size_t keys);

/* position: p_j; NULL: no angles */
plumb_key_sums plumb_key_variances(const plumb_key_terms *terms, const plumb_ball *score, const plumb_ball *weight,
                                   const double *square, const double *position, size_t keys,
                                   const plumb_key_moments *to);

/* The largest finite magnitude; 0 if there is none. */
double plumb_largest_finite(const double *x, size_t count);

/* square_j = sum x^2 over the finite channels x of key j; share_c += x^2 over the keys. */
void plumb_square_keys(const double *key, size_t keys, size_t dim, double *square, double *share);

/* narrow = value / unit, 0 if that is not finite; square_c += (value / unit)^2 over the keys. */
void plumb_narrow_values(const double *value, size_t keys, size_t columns, double unit, float *narrow, double *square);

/* weighted = weight value; weighted += more */
void plumb_weigh_value(double weight, const double *value, size_t columns, double *weighted);
void plumb_add_weighted(const double *more, size_t columns, double *weighted);

/* sum += share value, square += |share| value^2 */
void plumb_add_share(double share, const double *value, size_t columns, double *sum, double *square);

/* sum ((part output_c - sum_c) inverse_c)^2 */
double plumb_sum_shifts(double part, const double *output, const double *sum, const double *inverse, size_t columns);

/* sum inverse_c x_c y_c */
double plumb_sum_products(const double *inverse, const double *x, const double *y, size_t columns);

/* The same for each of `rows` y [rows][columns]. */
void plumb_sum_all_products(const double *inverse, const double *x, const double *y, size_t rows, size_t columns,
                            double *sums);
#endif
