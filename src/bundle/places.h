/* places.h - where the rows of a bundle stand: a plane of middles and one of radii, in panels of keys, or balls. */
#ifndef PLUMB_BUNDLE_PLACES_H
#define PLUMB_BUNDLE_PLACES_H
#include "bundle/rows.h"

/* Makes rows->row row r of the bundle.  Unless all are kept, scores and weights have room for one row
   alone. */
plumb_row *plumb_place_row(plumb_rows *rows, size_t r);
const double *plumb_query_of_row(const plumb_rows *rows, size_t r);

/* Panels: whether any row sees a key of one, how many keys the one at `from` has, and how many there are. */
bool plumb_panel_is_visible(const plumb_rows *rows, size_t from, size_t keys);
size_t plumb_panel_keys(const plumb_rows *rows, size_t from);
size_t plumb_panels_in(size_t keys);

/* The end of the last panel of which a row sees a key. */
size_t plumb_find_visible_keys(const plumb_rows *rows);

/* What row r has in the planes becomes its balls, of the first keys; `hidden` where it sees nothing. */
void plumb_join_row(const plumb_rows *rows, size_t r, size_t keys, plumb_ball hidden, plumb_ball *ball);

/* The way back. */
void plumb_split_row(plumb_rows *rows, size_t r, size_t keys, const plumb_ball *ball);

plumb_planes plumb_planes_of(const plumb_rows *rows);

/* Room for scores and weights, which who sums the values at once does without; lanes that have no key are computed with
   like any other.  False if memory is short. */
bool plumb_planes_make(plumb_rows *rows);

/* Whether the scores are wanted as balls. */
bool plumb_reads_scores(const plumb_rows *rows);
#endif
