/* bias.h - the signed mean error of many rows, plain and along the exact values: roundings that lean to one side show
   here long before they show in the size of errors.

   Errors are counted in standard deviations (deviation.h).  The scatter of the rows gives the standard error of a mean,
   as for a factor (factor.h). */
#ifndef PLUMB_SIMULATED_BIAS_H
#define PLUMB_SIMULATED_BIAS_H
#include "simulate/factor.h"
#include <stdbool.h>

/* For one row, sums over its elements: of errors e, exact values o, errors r of storing the exact values, and changes g
   of the output as all scores grow in proportion; all divided by their standard deviations. */
typedef struct {
    double sum, size, stored_sum, slope_sum; /* of e, o, r, g */
    double square;                           /* of o o */
    double along, tilt, stored, slope;       /* of e o, o o, r o, g o: or by the row's matched filter (filter.h) */
    double shared, shared_sum;               /* deviations of `along` and `sum`, of values that rows of a head share */
    double keys;                             /* visible keys of the row */
    double lost;                             /* the weight that a sum of weights may lose */
} plumb_bias_row;
enum { PLUMB_BIAS_ROW = sizeof(plumb_bias_row) / sizeof(double) };

/* Adds one element of the row, unless its deviation is 0 or unknown. */
void plumb_bias_add_number(plumb_bias_row *row, double error, double exact, double stored, double slope,
                           double deviation);

/* Sums over rows. */
typedef struct {
    plumb_factor_sums mean, along;
    double root_along, root_tilt; /* along and tilt, over the root of the keys and over the keys */
    double size, stored_sum, slope_sum, square, stored, slope, shared, shared_sum, lost;
} plumb_bias_sums;

/* count: the number of its elements */
void plumb_bias_add_row(plumb_bias_sums *sums, const plumb_bias_row *row, double count);
void plumb_bias_add(plumb_bias_sums *to, const plumb_bias_sums *more);

/* How an error along the exact values grows with the number of keys: as the keys if it is the same part of each key, as
   their root if it is random. */
typedef enum { PLUMB_GROWTH_UNKNOWN, PLUMB_GROWTH_ROOT, PLUMB_GROWTH_KEYS } plumb_growth;
const char *plumb_growth_name(plumb_growth growth); /* NULL, "root", "keys" */

/* Means, each with its standard error; infinite: not known. */
typedef struct {
    double mean, mean_scatter;   /* in standard deviations of one number */
    double along, along_scatter; /* as a part of the exact values */
    plumb_growth growth;
    double mean_limit, along_limit; /* the expected limits (judge/bias.h); infinite: none */
} plumb_bias;

/* level: of the errors.  Sets the limits to infinity. */
plumb_bias plumb_bias_of(const plumb_bias_sums *sums, double level);

/* Whether the plain mean, or the mean along the exact values, exceeds what its scatter explains. */
bool plumb_bias_leans(const plumb_bias *bias);
bool plumb_bias_leans_along(const plumb_bias *bias);
#endif
