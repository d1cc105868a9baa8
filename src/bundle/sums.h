/* sums.h - the values of a bundle of rows, weighted and summed. */
#ifndef PLUMB_BUNDLE_SUMS_H
#define PLUMB_BUNDLE_SUMS_H
#include "bundle/rows.h"

/* Computes plumb_operator_values for all rows; if weights are kept, they are then those of the operator. */
void plumb_rows_aggregate(plumb_rows *rows);
#endif
