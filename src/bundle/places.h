/* places.h - the layout of a bundle's rows: a plane of middles and one of radii, in panels of keys, or balls. */
#ifndef PLUMB_BUNDLE_PLACES_H
#define PLUMB_BUNDLE_PLACES_H
#include "bundle/rows.h"

/* Makes rows->row row r of the bundle.  Unless all are kept, scores and weights hold only one row. */
plumb_row *plumb_place_row(plumb_rows *rows, size_t r);
const double *plumb_query_of_row(const plumb_rows *rows, size_t r);

/* Whether any row sees a key of the panel at `from`; its number of keys; and the number of panels. */
bool plumb_panel_is_visible(const plumb_rows *rows, size_t from, size_t keys);
size_t plumb_panel_keys(const plumb_rows *rows, size_t from);
size_t plumb_panels_in(size_t keys);

/* The end of the last panel with a visible key. */
size_t plumb_find_visible_keys(const plumb_rows *rows);

/* Converts the first `keys` numbers of row r in the planes to balls; hidden keys get `hidden`. */
void plumb_join_row(const plumb_rows *rows, size_t r, size_t keys, plumb_ball hidden, plumb_ball *ball);

/* Converts balls to numbers in the planes. */
void plumb_split_row(plumb_rows *rows, size_t r, size_t keys, const plumb_ball *ball);

plumb_planes plumb_planes_of(const plumb_rows *rows);

/* Allocates the planes of scores and weights, which are not needed if the values are summed at once; lanes without a
   key are computed like any other.  Returns false if there is not enough memory. */
bool plumb_planes_make(plumb_rows *rows);

/* Whether the scores are needed as balls. */
bool plumb_reads_scores(const plumb_rows *rows);
#endif
