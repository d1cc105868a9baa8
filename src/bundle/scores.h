/* scores.h - the scores of a bundle of rows, in lanes; or their exponentials, if no score needs a shift. */
#ifndef PLUMB_BUNDLE_SCORES_H
#define PLUMB_BUNDLE_SCORES_H
#include "bundle/rows.h"
#include "fast/lanes.h"

/* Computes plumb_scaled_dot or plumb_feature_dot for all rows, and their sinks; nothing yet if the sums do it.  Returns
   false if there is not enough memory. */
bool plumb_rows_score(plumb_rows *rows);

/* Sets width [rows] to the lanes up to the last visible key of the panel. */
void plumb_find_widths(const plumb_rows *rows, size_t from, size_t *width);

/* The products of the queries with a panel of keys, and the norms of these. */
typedef struct {
    double sum[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    size_t width[PLUMB_BUNDLE_ROWS]; /* keys up to the last visible one of a row */
    const double *norm;
} plumb_panel_products;
void plumb_multiply_keys(plumb_rows *rows, const double *key, size_t from, size_t keys, plumb_panel_products *products);

/* Computes the exponentials of a row and a panel, and adds them to the row's total. */
void plumb_raise_row(plumb_rows *rows, size_t r, size_t from, const plumb_panel_products *products, double *mid,
                     double *rad);
#endif
