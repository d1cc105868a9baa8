/* sharp.h - plumb_sharp_aggregate of several rows, of at most a panel of terms, all columns side by side. */
#ifndef PLUMB_FAST_SHARP_H
#define PLUMB_FAST_SHARP_H
#include "fast/aggregate.h"

/* Of each row the middles; what each of its terms adds to the radius for a value of size 1; which terms it sees; and
   how many there are up to the last of these.  Middles and shares of the others are 0. */
typedef struct {
    double of[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    double share[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    unsigned char seen[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    size_t width[PLUMB_BUNDLE_ROWS];
} plumb_sharp_weights;

/* The rest of so many rows of which the middles are there, the radii in the place of the shares, and which terms they
   see; gamma = plumb_roundings_up(plumb_dot_depth(all terms)). */
/*@ requires inside: rows <= PLUMB_BUNDLE_ROWS;
    requires writes: \valid(weights);
    assigns *weights;
*/
void plumb_sharp_weigh(size_t rows, double gamma, plumb_sharp_weights *weights);

/* size[i] = |x[i]| */
/*@ requires reads: \valid_read(x + (0 .. count - 1));
    requires writes: \valid(size + (0 .. count - 1));
    requires apart: \separated(size + (0 .. count - 1), x + (0 .. count - 1));
    assigns size[0 .. count - 1];
*/
void plumb_sizes(const double *x, size_t count, double *size);

/*@ predicate sharp_apart{L}(plumb_sharp_weights *x, plumb_sums *sums, integer count, integer columns) =
      \separated(x, sums->sum + (0 .. count - 1)) && \separated(x, sums->part + (0 .. count - 1)) &&
      \separated(x, sums->spread + (0 .. count - 1)) && \separated(x, sums->largest + (0 .. columns - 1)); */

/* All terms join sums that plumb_sums_clear has made; value, and size of its absolute values, [terms][value_dim].
   plumb_sums_finish has their balls. */
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
