/* report_mask.h - the masks of a problem, as reports name them. */
#ifndef PLUMB_COMPARE_REPORT_MASK_H
#define PLUMB_COMPARE_REPORT_MASK_H
#include "problem/problem.h"
#include <jansson.h>
#include <stddef.h>

/* "zero", "nan" or "mean": what a row that sees no key has for its output. */
const char *plumb_empty_row_name(plumb_empty_row empty_row);

/* "causal, window 3,0, offset 2" or "no mask" */
void plumb_mask_text(const plumb_problem *problem, char *text, size_t size);

/* {"causal": ..., "window": {"left", "right"} or null, "prefix", "streaming", "chunk", "segments",
   "allowed"}; NULL if memory is short. */
json_t *plumb_mask_json(const plumb_problem *problem);
#endif
