/* change_masks.h - what counts from the query's position, which rows are empty, and changes of masks that no case
   states (diagnose/making.h). */
#ifndef PLUMB_DIAGNOSE_CHANGE_MASKS_H
#define PLUMB_DIAGNOSE_CHANGE_MASKS_H
#include "diagnose/making.h"

/* Whether a mask counts from the position of the query, whether the encoding does, and whether
   either does, so that a case states where queries stand. */
bool plumb_mask_counts(const plumb_problem *problem);
bool plumb_encoding_counts(const plumb_problem *problem);
bool plumb_offset_counts(const plumb_problem *problem);

/* Whether a row is empty: no extra logit takes the attention, and no softcap shows hidden keys. */
bool plumb_has_empty_row(const plumb_problem *problem);

int plumb_add_boolean_mask(const plumb_making *m); /* true adds 1 to the score, and nothing is hidden */
int plumb_show_empty_rows(const plumb_making *m);  /* every mask becomes one tensor, in which they see all keys */
int plumb_fill_hidden(const plumb_making *m);      /* number: what is added to hidden scores */
int plumb_show_not_finite(const plumb_making *m);  /* every query sees keys and values that are not finite */
#endif
