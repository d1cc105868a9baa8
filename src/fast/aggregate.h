/* aggregate.h - plumb_aggregate of one row, all columns side by side. */
#ifndef PLUMB_FAST_AGGREGATE_H
#define PLUMB_FAST_AGGREGATE_H
#include "fast/lanes.h"
#include "number/index.h"

/* The sums of plumb_weighted_sum for each column: three arrays [value_dim]. */
typedef struct {
    double *sum, *magnitude, *spread;
    size_t terms;
} plumb_sums;

/*@ predicate has_columns(plumb_sums *sums, integer columns) =
      \valid(sums) && \valid(sums->sum + (0 .. columns - 1)) && \valid(sums->magnitude + (0 .. columns - 1)) &&
      \valid(sums->spread + (0 .. columns - 1)) &&
      \separated(sums, sums->sum + (0 .. columns - 1), sums->magnitude + (0 .. columns - 1), sums->spread + (0 .. columns - 1)); */

/*@ requires writes: has_columns(sums, value_dim);
    assigns sums->terms, sums->sum[0 .. value_dim - 1], sums->magnitude[0 .. value_dim - 1], sums->spread[0 .. value_dim - 1];
*/
void plumb_sums_clear(plumb_sums *sums, size_t value_dim);

/* The visible among some keys join them, in the order of keys; weight and visible [keys],
   value [keys][value_dim]. */
/*@ requires inside: keys * value_dim <= PLUMB_MOST_ELEMENTS &&
                     sums->terms + keys <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(weight + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1)) &&
                    \valid_read(value + (0 .. keys * value_dim - 1));
    requires writes: has_columns(sums, value_dim);
    requires apart: \separated(weight + (0 .. keys - 1), sums, sums->sum + (0 .. value_dim - 1),
                               sums->magnitude + (0 .. value_dim - 1), sums->spread + (0 .. value_dim - 1)) &&
                    \separated(visible + (0 .. keys - 1), sums, sums->sum + (0 .. value_dim - 1),
                               sums->magnitude + (0 .. value_dim - 1), sums->spread + (0 .. value_dim - 1)) &&
                    \separated(value + (0 .. keys * value_dim - 1), sums, sums->sum + (0 .. value_dim - 1),
                               sums->magnitude + (0 .. value_dim - 1), sums->spread + (0 .. value_dim - 1));
    assigns sums->terms, sums->sum[0 .. value_dim - 1], sums->magnitude[0 .. value_dim - 1], sums->spread[0 .. value_dim - 1];
*/
void plumb_sums_add(plumb_sums *sums, const plumb_ball *weight, const unsigned char *visible,
                    const double *value, size_t keys, size_t value_dim);

/* output [value_dim]: the balls of plumb_weighted_sum. */
/*@ requires inside: sums->terms <= PLUMB_MOST_ELEMENTS;
    requires reads: has_columns(sums, value_dim);
    requires writes: \valid(output + (0 .. value_dim - 1));
    requires apart: \separated(output + (0 .. value_dim - 1), sums, sums->sum + (0 .. value_dim - 1),
                               sums->magnitude + (0 .. value_dim - 1), sums->spread + (0 .. value_dim - 1));
    assigns output[0 .. value_dim - 1];
*/
void plumb_sums_finish(const plumb_sums *sums, size_t value_dim, plumb_ball *output);
#endif
