/* narrow_sums.h - sums over the values of a head in binary32, many columns at a time.

   Not certified: a few roundings of binary32.  The bits are the same on every processor. */
#ifndef PLUMB_SIMULATED_NARROW_SUMS_H
#define PLUMB_SIMULATED_NARROW_SUMS_H
#include <stdbool.h>
#include <stddef.h>

/* The factors of the values, in their format, and the sums, all [columns]: first = sum spread_j v_j, second = sum
   spread_j v_j^2, tilt = sum scored_j v_j. */
typedef struct {
    size_t keys;
    const float *spread, *scored; /* [keys]; scored may be NULL: tilt stays 0 */
    float *first, *second, *tilt;
} plumb_value_moments;

/* For some rows with the same values [keys][columns], which are read once for all of them. */
void plumb_sum_values(const plumb_value_moments *rows, size_t count, const float *value, size_t columns);

/* narrow_j = factor x_j */
void plumb_narrow_factors(const double *x, double factor, size_t keys, float *narrow);

/* sum [columns] += sum size_j |v_j| */
void plumb_add_magnitudes(const float *size, size_t keys, const float *value, size_t columns, float *sum);

/* Keys that are processed together. */
enum { PLUMB_DIRECTIONS = 64 };

/* along_j = sum (v_j - mean) answer, tilt_j = sum (v_j - mean)^2 inverse; terms [3][columns]: mean, inverse, answer. */
void plumb_sum_directions(const float *value, size_t keys, const float *terms, size_t columns, float *along,
                          float *tilt);

/* Whether some x_j is above the limit. */
bool plumb_any_above(const float *x, size_t keys, float limit);

/* away_c = factor (v_c - mean_c); square_c += away_c^2. */
void plumb_add_away(const float *value, const double *mean, double factor, size_t columns, double *away,
                    double *square);
#endif
