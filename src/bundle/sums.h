/* sums.h - the values of a bundle of rows, weighted and summed. */
#ifndef PLUMB_BUNDLE_SUMS_H
#define PLUMB_BUNDLE_SUMS_H
#include "bundle/rows.h"

/* As plumb_operator_values, for all rows; weights that are kept are then those of the operator. */
void plumb_rows_aggregate(plumb_rows *rows);
#endif
