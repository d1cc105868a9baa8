/* forms.h - forms hypotheses, each kind in its own file. */
#ifndef PLUMB_INFER_FORMS_H
#define PLUMB_INFER_FORMS_H
#include "infer/inquiry.h"

/* Keeps what fits.  Returns 0, or -1 if there is not enough memory. */
typedef int plumb_former(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* What is written down without a search (form_listed.c): outputs that nobody wrote, weights that no score made; sums
   that are not rescaled, splits, masks by tiles, each with the sizes in use. */
plumb_former plumb_form_outputs, plumb_form_listed;

/* Sums that are not rescaled where the maximum rises by less than some number, which the samples tell
   (form_rises.c). */
void plumb_consider_rises(plumb_inquiry *inquiry, const plumb_hypothesis *unrescaled, plumb_hypotheses *kept);

/* Parts of `tile` keys, the first of `from` if that is not 0, and all ways in which they are merged wrongly
   (form_merges.c); and all splits into equal parts. */
void plumb_consider_merges(plumb_inquiry *inquiry, size_t from, size_t tile, plumb_hypotheses *kept);
plumb_former plumb_form_merges;

/* The exact answers of other rows (form_copies.c) and columns (form_columns.c). */
plumb_former plumb_form_copies, plumb_form_columns, plumb_form_scaled_columns;

/* Heads that read those of another (form_heads.c), and keys of small weight left out (form_cut.c). */
plumb_former plumb_form_heads, plumb_form_cut;

/* Finds for each head, of so many sources in each batch entry, the one beside its own that explains most samples, if it
   is more than half of them; the map gets those, and is otherwise its own.  Returns whether there is any. */
bool plumb_find_heads(plumb_inquiry *inquiry, const plumb_hypothesis *hypothesis, size_t sources);

/* One block of keys lost, counted twice or scaled, wherever it lies; one that is read as 0; one to which no bias is
   added; one that masks hide in vain (form_blocks.c). */
plumb_former plumb_form_blocks, plumb_form_zeros, plumb_form_bias, plumb_form_shown;

/* Weights in the rows of other queries, and sums rescaled by their maxima (form_rows.c). */
plumb_former plumb_form_rows;

/* Queries that are read in place of others, and sums of other rows (form_queries.c). */
plumb_former plumb_form_queries, plumb_form_sums;

/* Pages replaced by others (form_pages.c). */
plumb_former plumb_form_pages;

/* Factors of keys, solved for in groups of rows; and of keys as far before the query (form_factors.c). */
plumb_former plumb_form_factors, plumb_form_distances, plumb_form_slots, plumb_form_each, plumb_form_offsets;

/* Numbers by which values and scores of each head are multiplied (form_descales.c). */
plumb_former plumb_form_descales;

/* Masks of other rows, heads and entries (form_masks.c); one run of keys, wherever it begins and ends,
   and one that is lost, or seen beside the others (form_reach.c). */
plumb_former plumb_form_masks, plumb_form_reach, plumb_form_runs;

/* Sinks of other heads, and their logits changed, solved for row by row (form_sinks.c). */
plumb_former plumb_form_sinks;

/* Parts of scores multiplied by numbers (form_tilts.c); columns of other queries and keys, as the words say, in place
   of those that are multiplied. */
plumb_former plumb_form_tilts;
int plumb_form_others(plumb_inquiry *inquiry, const double *query, const double *key, size_t least_columns,
                      const char *what, const char *says, plumb_hypotheses *kept);

/* Slopes of another distance (form_places.c). */
plumb_former plumb_form_places;

/* Columns of other heads, entries and rows, and keys in place of values (form_parts.c). */
plumb_former plumb_form_parts, plumb_form_keys_as_values;

/* Queries, keys and values that are read through wrong addresses (form_layouts.c). */
plumb_former plumb_form_layouts;

/* Queries, keys and values that were changed before they were multiplied (form_vectors.c). */
plumb_former plumb_form_vectors;

/* Values multiplied by numbers of tiles and columns (form_values.c). */
plumb_former plumb_form_values;

/* Weights, and values, that no rule describes: where they are (form_free.c). */
plumb_former plumb_form_free;

/* Columns of values that stand in other columns in some tiles (form_crossed.c). */
plumb_former plumb_form_crossed;

/* Queries rotated to other positions (form_positions.c). */
plumb_former plumb_form_positions;

/* Keys and values of a range that are read some places before or after their own (form_shifted.c). */
plumb_former plumb_form_shifted;

/* Tiles that are read from other key heads and batch entries (form_sources.c). */
plumb_former plumb_form_sources;

/* Keys that stand in another order, by rules; tiles whose keys or values are read from others (form_transfer.c); other
   exponentials, and softcaps that are clamps, left out or multiplied (form_exponential.c). */
plumb_former plumb_form_moved_keys, plumb_form_transfer, plumb_form_exponential, plumb_form_caps;
#endif
