/* neighbours_masks.h - the parts of the list of masks. */
#ifndef PLUMB_DIAGNOSE_NEIGHBOURS_MASKS_H
#define PLUMB_DIAGNOSE_NEIGHBOURS_MASKS_H
#include "diagnose/neighbour.h"

/* Where queries stand: causal_alignment. */
void plumb_neighbours_of_alignment(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* The tensors segments and allowed. */
void plumb_neighbours_of_mask_tensors(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* Rows that see no key. */
void plumb_neighbours_of_empty_rows(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* A window and a causal mask found from the engine's output. */
void plumb_neighbours_of_fitted_masks(const plumb_case *stated, plumb_neighbourhood *neighbourhood);

/* Takes the problem, which differs in masks, if it shows other keys and its positions are such as a
   case may have.  Returns 1, or 0 where it is not taken. */
int plumb_take_masks(plumb_case *changed, const plumb_problem *problem);

/* Whether a mask counts from the position of the query, whether the encoding does, and whether
   either does, so that a case states where queries stand. */
bool plumb_mask_counts(const plumb_problem *problem);
bool plumb_encoding_counts(const plumb_problem *problem);
bool plumb_offset_counts(const plumb_problem *problem);
#endif
