/* rotated.h - rotates the gradients of rotated queries and keys back to those of the given vectors, in binary64, and
   estimates the errors of engines there.  The numbers are not certified.  Without RoPE they do not change. */
#ifndef PLUMB_BACKWARD_ROTATED_H
#define PLUMB_BACKWARD_ROTATED_H
#include "backward/row.h"
#include "precision/precision.h"

/* Query or key n of a batch entry. */
typedef struct {
    bool is_key;
    size_t b, n;
} plumb_rotated_place;

static inline plumb_rotated_place plumb_query_place(size_t b, size_t t) {
    return (plumb_rotated_place){false, b, t};
}
static inline plumb_rotated_place plumb_key_place(size_t b, size_t j) {
    return (plumb_rotated_place){true, b, j};
}

/* What a backward pass does: rotates back (correct), nothing, rotates once more, rotates other pairs of elements back,
   or by the angles of the position before or after. */
typedef enum {
    PLUMB_ROTATED_BACK,
    PLUMB_LEFT_ROTATED,
    PLUMB_ROTATED_AGAIN,
    PLUMB_OTHER_PAIRS_ROTATED,
    PLUMB_ROTATED_AS_BEFORE,
    PLUMB_ROTATED_AS_NEXT
} plumb_backward_turn;

/* Changes gradient [head_dim] of the rotated vector in this way. */
void plumb_turn_gradient(plumb_backward_row *row, plumb_rotated_place at, plumb_backward_turn turn, double *gradient);

/* Turns variance [head_dim] of the gradient of the rotated vector into that of gradient [head_dim], which was rotated
   back: an engine stores the former, computes angles, sines and cosines, and rounds their products. */
void plumb_turn_variance_back(plumb_backward_row *row, plumb_rotated_place at, const plumb_precision *precision,
                              const double *gradient, double *variance);
#endif
