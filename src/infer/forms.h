/* forms.h - forms hypotheses, each kind in its own file.  All functions return 0, or -1 if there is not enough
   memory. */
#ifndef PLUMB_INFER_FORMS_H
#define PLUMB_INFER_FORMS_H
#include "infer/inquiry.h"

/* What is written down without a search (form_listed.c): outputs that nobody wrote, weights that no score made; sums
   that are not rescaled, splits, masks by tiles, each with the sizes in use. */
int plumb_form_outputs(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_listed(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Parts of `tile` keys, the first of `from` if that is not 0, and all ways in which they are merged wrongly
   (form_merges.c); and all splits into equal parts. */
void plumb_consider_merges(plumb_inquiry *inquiry, size_t from, size_t tile, plumb_hypotheses *kept);
int plumb_form_merges(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Of such splits one that stands in the place of another, too: a page in another's place says more. */
int plumb_form_overwritten(plumb_inquiry *inquiry, plumb_hypotheses *kept);


/* The exact answers of other rows (form_copies.c) and columns (form_columns.c). */
int plumb_form_copies(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_columns(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_scaled_columns(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Heads that read those of another (form_heads.c), and keys of small weight left out (form_cut.c). */
int plumb_form_heads(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_cut(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* One block of keys lost, counted twice or scaled, wherever it lies; one that is read as 0; one to which no bias is
   added; one that masks hide in vain (form_blocks.c). */
int plumb_form_blocks(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_zeros(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_bias(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_shown(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Weights in the rows of other queries, and sums rescaled by their maxima (form_rows.c). */
int plumb_form_rows(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Queries that are read in place of others, and sums of other rows (form_queries.c). */
int plumb_form_queries(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_sums(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Pages replaced by others (form_pages.c). */
int plumb_form_pages(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Factors of keys, solved for in groups of rows; and of keys as far before the query (form_factors.c). */
int plumb_form_factors(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_distances(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_slots(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_each(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_offsets(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Numbers by which values and scores of each head are multiplied (form_descales.c). */
int plumb_form_descales(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Masks of other rows, heads and entries (form_masks.c); one run of keys, wherever it begins and ends
   (form_reach.c). */
int plumb_form_masks(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_reach(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Sinks of other heads, and their logits changed, solved for row by row (form_sinks.c). */
int plumb_form_sinks(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Parts of scores multiplied by numbers (form_tilts.c); columns of other queries and keys, as the words say, in place
   of those that are multiplied. */
int plumb_form_tilts(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_others(plumb_inquiry *inquiry, const double *query, const double *key, size_t least_columns,
                      const char *what, const char *says, plumb_hypotheses *kept);

/* Slopes of another distance (form_places.c). */
int plumb_form_places(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Columns of other heads, entries and rows (form_parts.c). */
int plumb_form_parts(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Queries, keys and values that are read through wrong addresses (form_layouts.c). */
int plumb_form_layouts(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Queries, keys and values that were changed before they were multiplied (form_vectors.c). */
int plumb_form_vectors(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Values multiplied by numbers of tiles and columns (form_values.c). */
int plumb_form_values(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Weights, and values, that no rule describes: where they are (form_free.c). */
int plumb_form_free(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Columns of values that stand in other columns in some tiles (form_crossed.c). */
int plumb_form_crossed(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Queries rotated to other positions (form_positions.c). */
int plumb_form_positions(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Tiles that are read from other key heads and batch entries (form_sources.c). */
int plumb_form_sources(plumb_inquiry *inquiry, plumb_hypotheses *kept);

/* Keys that stand in another order, by rules; tiles whose keys or values are read from others (form_transfer.c); other
   exponentials, and softcaps that are clamps, left out or multiplied (form_exponential.c). */
int plumb_form_moved_keys(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_transfer(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_exponential(plumb_inquiry *inquiry, plumb_hypotheses *kept);
int plumb_form_caps(plumb_inquiry *inquiry, plumb_hypotheses *kept);
#endif
