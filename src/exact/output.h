/* output.h - spec/operators.md, section 4: the values weighed, with the rows of their distances
   (spec/positions.md, section 5), value bias and gate. */
#ifndef PLUMB_EXACT_OUTPUT_H
#define PLUMB_EXACT_OUTPUT_H
#include "exact/row.h"

/* The elements from <= c < to of output, from weight and sink_weight. */
void plumb_exact_output(plumb_exact_stages *row, size_t from, size_t to);
#endif
