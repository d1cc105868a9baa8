/* visible.h - the keys that a query sees (spec/masks.md): masks by position hide keys, the sink "first-keys" and groups
   make some visible again, then masks in tensors hide keys. */
#ifndef PLUMB_ROW_VISIBLE_H
#define PLUMB_ROW_VISIBLE_H
#include "problem/problem.h"

/* Whether anything but a causal mask decides it. */
bool plumb_has_mask(const plumb_problem *problem);

/* visible [key_length] */
void plumb_show_visible(const plumb_problem *problem, size_t b, size_t h, size_t t, unsigned char *visible);
#endif
