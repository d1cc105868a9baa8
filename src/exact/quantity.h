/* quantity.h - the four quantities of problem/problem.h that can be certified and judged. */
#ifndef PLUMB_EXACT_QUANTITY_H
#define PLUMB_EXACT_QUANTITY_H
#include "row/evaluate.h"
#include <stddef.h>

typedef enum {
    PLUMB_OUTPUT,  /* output[t][c] */
    PLUMB_WEIGHTS, /* weight[t][i] */
    PLUMB_SCORES,  /* score[t][i]  */
    PLUMB_LSE      /* lse[t]       */
} plumb_quantity;

enum { PLUMB_QUANTITIES = 4 };

/* "output", "weights", "scores", "lse": the names of the tensors in a case. */
const char *plumb_quantity_name(plumb_quantity quantity);

/* How many numbers of that quantity one row has: value_dim, key_length, key_length, 1. */
size_t plumb_quantity_width(plumb_quantity quantity, const plumb_problem *problem);

/* All of one row that was evaluated; without information where there is none. */
const plumb_ball *plumb_row_balls(const plumb_row *row, plumb_quantity quantity);

/* The ball of one element in an evaluated row. */
plumb_ball plumb_row_ball(const plumb_row *row, plumb_quantity quantity, size_t column);
#endif
