/* aggregate.h - plumb_aggregate for a bundle of rows: all columns of the output at once, panel by panel of keys. */
#ifndef PLUMB_FAST_AGGREGATE_H
#define PLUMB_FAST_AGGREGATE_H
#include "fast/panel_weights.h"

/* The sums of plumb_weighted_sum, named as there. */
typedef struct {
    size_t rows, value_dim;
    double gamma;    /* plumb_roundings_up(plumb_weight_depth(all keys)) */
    double *sum;     /* [rows][value_dim]: middles */
    double *part;    /* [rows][value_dim]: middles of the present block, 0 between blocks */
    double *spread;  /* [rows][value_dim]: radii before roundings */
    double *largest; /* [value_dim]: workspace for a group of which a row sees some keys */
} plumb_sums;

/* the arrays of `sums`: count = rows * columns */
/*@ predicate has_sums{L}(plumb_sums *sums, integer count, integer columns) =
      count <= PLUMB_MOST_ELEMENTS && PLUMB_PANEL * columns <= PLUMB_MOST_ELEMENTS &&
      \valid_read(sums) && \valid(sums->sum + (0 .. count - 1)) && \valid(sums->part + (0 .. count - 1)) &&
      \valid(sums->spread + (0 .. count - 1)) && \valid(sums->largest + (0 .. columns - 1)) &&
      \separated(sums, sums->sum + (0 .. count - 1), sums->part + (0 .. count - 1), sums->spread + (0 .. count - 1),
                 sums->largest + (0 .. columns - 1)); */

/* an array that a call also reads */
/*@ predicate apart_from_sums{L}(double *x, integer n, plumb_sums *sums, integer count, integer columns) =
      \separated(x + (0 .. n - 1), sums->sum + (0 .. count - 1)) &&
      \separated(x + (0 .. n - 1), sums->part + (0 .. count - 1)) &&
      \separated(x + (0 .. n - 1), sums->spread + (0 .. count - 1)) &&
      \separated(x + (0 .. n - 1), sums->largest + (0 .. columns - 1)); */

/*@ predicate panel_apart{L}(plumb_panel_weights *x, plumb_sums *sums, integer count, integer columns) =
      \separated(x, sums->sum + (0 .. count - 1)) && \separated(x, sums->part + (0 .. count - 1)) &&
      \separated(x, sums->spread + (0 .. count - 1)) && \separated(x, sums->largest + (0 .. columns - 1)); */

/* Sets all sums to 0. */
/*@ requires writes: has_sums(sums, sums->rows * sums->value_dim, sums->value_dim);
    assigns sums->sum[0 .. sums->rows * sums->value_dim - 1], sums->part[0 .. sums->rows * sums->value_dim - 1],
            sums->spread[0 .. sums->rows * sums->value_dim - 1];
*/
void plumb_sums_clear(plumb_sums *sums);

/* The largest absolute values of a panel.
   value    [keys][value_dim]
   keys     keys of the panel
   largest  result, [PLUMB_PANEL_GROUPS][value_dim]: for each group and column */
/*@ requires inside: keys <= PLUMB_PANEL && PLUMB_PANEL * value_dim <= PLUMB_MOST_ELEMENTS &&
                     keys * value_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(value + (0 .. keys * value_dim - 1));
    requires writes: \valid(largest + (0 .. PLUMB_PANEL_GROUPS * value_dim - 1));
    requires apart:
      \separated(largest + (0 .. PLUMB_PANEL_GROUPS * value_dim - 1), value + (0 .. keys * value_dim - 1));
    assigns largest[0 .. PLUMB_PANEL_GROUPS * value_dim - 1];
*/
void plumb_largest_values(const double *value, size_t keys, size_t value_dim, double *largest);

/* 1 if no value is infinite or NaN, so that 0 times each is 0; value [count]. */
/*@ requires reads: \valid_read(value + (0 .. count - 1));
    assigns \nothing;
*/
int plumb_values_are_finite(const double *value, size_t count);

/* Adds the next panel of keys.
   weights  of the panel
   keys     keys to add: the last keys of the panel may be left out if no row sees them
   value    [keys][value_dim]
   largest  [PLUMB_PANEL_GROUPS][value_dim]: by plumb_largest_values */
/*@ requires inside: keys <= PLUMB_PANEL && sums->rows <= PLUMB_BUNDLE_ROWS &&
                     keys * sums->value_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(weights) && \valid_read(value + (0 .. keys * sums->value_dim - 1)) &&
                    \valid_read(largest + (0 .. PLUMB_PANEL_GROUPS * sums->value_dim - 1));
    requires writes: has_sums(sums, sums->rows * sums->value_dim, sums->value_dim);
    requires apart: apart_from_sums(value, keys * sums->value_dim, sums, sums->rows * sums->value_dim,
                                    sums->value_dim) &&
                    apart_from_sums(largest, PLUMB_PANEL_GROUPS * sums->value_dim, sums, sums->rows * sums->value_dim,
                                    sums->value_dim) &&
                    panel_apart(weights, sums, sums->rows * sums->value_dim, sums->value_dim);
    assigns sums->sum[0 .. sums->rows * sums->value_dim - 1], sums->part[0 .. sums->rows * sums->value_dim - 1],
            sums->spread[0 .. sums->rows * sums->value_dim - 1], sums->largest[0 .. sums->value_dim - 1];
*/
void plumb_sums_add(const plumb_sums *sums, const plumb_panel_weights *weights, size_t keys, const double *value,
                    const double *largest);

/* The balls of plumb_weighted_sum; output [rows][value_dim]. */
/*@ requires reads: has_sums(sums, sums->rows * sums->value_dim, sums->value_dim);
    requires writes: \valid(output + (0 .. sums->rows * sums->value_dim - 1));
    requires apart:
      \separated(output + (0 .. sums->rows * sums->value_dim - 1), sums,
                 sums->sum + (0 .. sums->rows * sums->value_dim - 1),
                 sums->spread + (0 .. sums->rows * sums->value_dim - 1));
    assigns output[0 .. sums->rows * sums->value_dim - 1];
*/
void plumb_sums_finish(const plumb_sums *sums, plumb_ball *output);

/* Multiplies each ball by `factor`, with the bits of plumb_ball_multiply; output [count]. */
/*@ requires writes: \valid(output + (0 .. count - 1));
    assigns output[0 .. count - 1];
*/
void plumb_output_multiply(plumb_ball factor, size_t count, plumb_ball *output);

/* Adds part [count] to output [count], with the bits of plumb_ball_add. */
/*@ requires reads: \valid_read(part + (0 .. count - 1));
    requires writes: \valid(output + (0 .. count - 1));
    requires apart: \separated(output + (0 .. count - 1), part + (0 .. count - 1));
    assigns output[0 .. count - 1];
*/
void plumb_output_add(const plumb_ball *part, size_t count, plumb_ball *output);
#endif
