/* visible.h - the keys that a query of a problem sees (spec/masks.md): masks of the position hide
   theirs, the sink "first-keys" and groups show keys again, then the masks in tensors hide theirs. */
#ifndef PLUMB_ROW_VISIBLE_H
#define PLUMB_ROW_VISIBLE_H
#include "problem/problem.h"

/* Whether anything but a causal mask decides it. */
bool plumb_has_mask(const plumb_problem *problem);

/* visible [key_length] */
void plumb_show_visible(const plumb_problem *problem, size_t b, size_t h, size_t t, unsigned char *visible);
#endif
