/* draw.h - the inputs of one vector: tensors as they are written, and the case that they make. */
#ifndef PLUMB_VECTORS_DRAW_H
#define PLUMB_VECTORS_DRAW_H
#include "challenge/drawn.h"
#include "vectors/families.h"
#include <stdint.h>

/* Returns 0, or -1 with a message; what was drawn is to be freed after 0 alone. */
int plumb_vector_draw(const plumb_candidate *candidate, uint64_t seed, plumb_drawn_case *out, plumb_error *error);
#endif
