/* quantity.h - what of a problem can be certified and judged: the quantities of its rows, and the gradients of its
   loss. */
#ifndef PLUMB_EXACT_QUANTITY_H
#define PLUMB_EXACT_QUANTITY_H
#include "problem/gradient.h"
#include "row/evaluate.h"
#include <stdbool.h>
#include <stddef.h>

typedef enum {
    PLUMB_OUTPUT,         /* output[t][c] */
    PLUMB_WEIGHTS,        /* weight[t][i] */
    PLUMB_SCORES,         /* score[t][i]  */
    PLUMB_LSE,            /* lse[t]       */
    PLUMB_QUERY_GRADIENT, /* the gradients of a loss (problem/gradient.h), which are no quantities of a row */
    PLUMB_KEY_GRADIENT,
    PLUMB_VALUE_GRADIENT,
    PLUMB_SINK_GRADIENT,
    PLUMB_BIAS_GRADIENT,
    PLUMB_SLOPE_GRADIENT,
    PLUMB_TABLE_GRADIENT
} plumb_quantity;

/* Those of a row; all that an engine may answer. */
enum { PLUMB_QUANTITIES = 4, PLUMB_ANSWERS = 11 };

static inline plumb_quantity plumb_quantity_of_gradient(plumb_gradient gradient) {
    return (plumb_quantity)(PLUMB_QUERY_GRADIENT + (int)gradient);
}
static inline bool plumb_is_gradient(plumb_quantity quantity) {
    return quantity >= PLUMB_QUERY_GRADIENT;
}
static inline plumb_gradient plumb_gradient_of_quantity(plumb_quantity quantity) {
    return (plumb_gradient)(quantity - PLUMB_QUERY_GRADIENT);
}

/* "output", "weights", "scores", "lse", "dq", "dk", "dv", "dsinks", "dbias", "dslopes",
   "dtable". */
const char *plumb_quantity_name(plumb_quantity quantity);

/* How many numbers of that quantity one row has: value_dim, key_length, key_length, 1. */
size_t plumb_quantity_width(plumb_quantity quantity, const plumb_problem *problem);

/* All of one row that was evaluated; without information where there is none. */
const plumb_ball *plumb_row_balls(const plumb_row *row, plumb_quantity quantity);

/* The ball of one element in an evaluated row. */
plumb_ball plumb_row_ball(const plumb_row *row, plumb_quantity quantity, size_t column);
#endif
