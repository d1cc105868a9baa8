/* bias.h - the mean error of many rows, by itself and along the exact values, with its sign: roundings that lean to one
   side show here long before they show in the size of errors.

   Errors are counted in standard deviations (deviation.h).  How the rows scatter says how well a mean is known, as of a
   factor (factor.h). */
#ifndef PLUMB_SIMULATED_BIAS_H
#define PLUMB_SIMULATED_BIAS_H
#include "simulate/factor.h"
#include <stdbool.h>

/* Of one row: sums over its numbers, of errors e, exact values o, of what storing the exact values does to them, r, and
   of what scores do to them that all grow by a part of themselves, g; all over their standard deviations. */
typedef struct {
    double sum, size, stored_sum, slope_sum; /* of e, o, r, g */
    double square;                           /* of o o */
    double along, tilt, stored, slope;       /* of e o, o o, r o, g o: or by the row's matched filter (filter.h) */
    double shared, shared_sum;               /* deviations of `along` and `sum`, of values that rows of a head share */
    double keys;                             /* that the row sees */
    double lost;                             /* the weight that a sum of weights may lose */
} plumb_bias_row;
enum { PLUMB_BIAS_ROW = sizeof(plumb_bias_row) / sizeof(double) };

/* One number of the row; nothing is added of one whose deviation is 0 or unknown. */
void plumb_bias_add_number(plumb_bias_row *row, double error, double exact, double stored, double slope,
                           double deviation);

/* Sums over rows. */
typedef struct {
    plumb_factor_sums mean, along;
    double root_along, root_tilt; /* along and tilt, over the root of the keys and over the keys */
    double size, stored_sum, slope_sum, square, stored, slope, shared, shared_sum, lost;
} plumb_bias_sums;

/* count: of its numbers */
void plumb_bias_add_row(plumb_bias_sums *sums, const plumb_bias_row *row, double count);
void plumb_bias_add(plumb_bias_sums *to, const plumb_bias_sums *more);

/* How an error along the exact values grows with the number of keys, as it adds up over them: one that is the same part
   of each key grows as the keys, one that scatters as their root. */
typedef enum { PLUMB_GROWTH_UNKNOWN, PLUMB_GROWTH_ROOT, PLUMB_GROWTH_KEYS } plumb_growth;
const char *plumb_growth_name(plumb_growth growth); /* NULL, "root", "keys" */

/* Means, each with the scatter that is expected of it; infinite: nothing is known. */
typedef struct {
    double mean, mean_scatter;   /* in standard deviations of one number */
    double along, along_scatter; /* a part of the exact values */
    plumb_growth growth;
    double mean_limit, along_limit; /* so much may be expected (judge/bias.h); infinite: nothing is said */
} plumb_bias;

/* level: of the errors.  Limits are infinite. */
plumb_bias plumb_bias_of(const plumb_bias_sums *sums, double level);

/* Whether a mean is more than scatter explains: by itself, along the exact values. */
bool plumb_bias_leans(const plumb_bias *bias);
bool plumb_bias_leans_along(const plumb_bias *bias);
#endif
