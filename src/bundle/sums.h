/* sums.h - the values of a bundle of rows, weighted and summed. */
#ifndef PLUMB_BUNDLE_SUMS_H
#define PLUMB_BUNDLE_SUMS_H
#include "bundle/rows.h"
#include "fast/panel_weights.h"

/* As plumb_operator_values, for all rows; weights that are kept are then those of the operator. */
void plumb_rows_aggregate(plumb_rows *rows);

/* The weights of a softmax of which only the exponentials are there, where somebody asks for them. */
void plumb_rows_finish_weights(plumb_rows *rows);

/* Keys up to the last that any row sees, in whole groups of the sums. */
size_t plumb_seen_groups(const plumb_panel_weights *weights, size_t rows, size_t keys);
#endif
