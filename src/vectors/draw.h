/* draw.h - the inputs of one vector: the tensors to write, and their case. */
#ifndef PLUMB_VECTORS_DRAW_H
#define PLUMB_VECTORS_DRAW_H
#include "challenge/drawn.h"
#include "vectors/families.h"
#include <stdint.h>

/* Returns 0, or -1 with a message.  Free *out only after 0. */
int plumb_vector_draw(const plumb_candidate *candidate, uint64_t seed, plumb_drawn_case *out, plumb_error *error);
#endif
