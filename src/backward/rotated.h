/* rotated.h - gradients in queries and keys that RoPE rotated, turned back to those in the vectors as they were given,
   in binary64, and how far engines err there.  Nothing is claimed of these numbers.  Where nothing rotates, they
   stay. */
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

/* What a backward pass does there: what is right, nothing, or the rotation once more. */
typedef enum { PLUMB_ROTATED_BACK, PLUMB_LEFT_ROTATED, PLUMB_ROTATED_AGAIN } plumb_backward_turn;

/* gradient [head_dim] */
void plumb_turn_gradient(plumb_backward_row *row, plumb_rotated_place at, plumb_backward_turn turn, double *gradient);

/* variance [head_dim] of the gradient in the rotated vector becomes that of gradient [head_dim], which was turned back:
   an engine stores the one, takes sines and cosines of angles that it computes, and rounds their products. */
void plumb_turn_variance_back(plumb_backward_row *row, plumb_rotated_place at, const plumb_precision *precision,
                              const double *gradient, double *variance);
#endif
