/* sharp.h - plumb_sharp_aggregate for a bundle of rows, each of at most a panel of terms: all columns at once. */
#ifndef PLUMB_FAST_SHARP_H
#define PLUMB_FAST_SHARP_H
#include "fast/aggregate.h"

/* One row of each array for each row of a bundle.
   of       middles of the weights, 0 for hidden terms
   share    what a term adds to the radius for a value of size 1, 0 for hidden terms
   visible  0 for hidden terms
   width    terms up to the last visible one */
typedef struct {
    double of[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    double share[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    unsigned char visible[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    size_t width[PLUMB_BUNDLE_ROWS];
} plumb_sharp_weights;

/* Completes rows whose middles and `visible` are set, and whose `share` has the radii.
   rows     rows to complete, from the first on
   gamma    plumb_roundings_up(plumb_dot_depth(all terms)) */
/*@ requires inside: rows <= PLUMB_BUNDLE_ROWS;
    requires writes: \valid(weights);
    assigns *weights;
*/
void plumb_sharp_weigh(size_t rows, double gamma, plumb_sharp_weights *weights);

/* size[i] = |x[i]|; x, size [count]. */
/*@ requires reads: \valid_read(x + (0 .. count - 1));
    requires writes: \valid(size + (0 .. count - 1));
    requires apart: \separated(size + (0 .. count - 1), x + (0 .. count - 1));
    assigns size[0 .. count - 1];
*/
void plumb_sizes(const double *x, size_t count, double *size);

/*@ predicate sharp_apart{L}(plumb_sharp_weights *x, plumb_sums *sums, integer count, integer columns) =
      \separated(x, sums->sum + (0 .. count - 1)) && \separated(x, sums->part + (0 .. count - 1)) &&
      \separated(x, sums->spread + (0 .. count - 1)) && \separated(x, sums->largest + (0 .. columns - 1)); */

/* Adds all terms to sums that plumb_sums_clear has cleared; plumb_sums_finish returns their balls.
   weights  of the terms
   value    [terms][value_dim]
   size     [terms][value_dim]: absolute values of `value` */
/*@ requires inside: terms <= PLUMB_PANEL && sums->rows <= PLUMB_BUNDLE_ROWS &&
                     terms * sums->value_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(weights) && \valid_read(value + (0 .. terms * sums->value_dim - 1)) &&
                    \valid_read(size + (0 .. terms * sums->value_dim - 1));
    requires writes: has_sums(sums, sums->rows * sums->value_dim, sums->value_dim);
    requires apart: apart_from_sums(value, terms * sums->value_dim, sums, sums->rows * sums->value_dim,
                                    sums->value_dim) &&
                    apart_from_sums(size, terms * sums->value_dim, sums, sums->rows * sums->value_dim,
                                    sums->value_dim) &&
                    sharp_apart(weights, sums, sums->rows * sums->value_dim, sums->value_dim);
    assigns sums->sum[0 .. sums->rows * sums->value_dim - 1], sums->part[0 .. sums->rows * sums->value_dim - 1],
            sums->spread[0 .. sums->rows * sums->value_dim - 1];
*/
void plumb_sharp_add(const plumb_sums *sums, const plumb_sharp_weights *weights, size_t terms, const double *value,
                     const double *size);
#endif
