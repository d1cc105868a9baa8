/* gradient.h - the reference of the gradients: one row's part of each in Arb, from spec/gradient.md alone. */
#ifndef PLUMB_EXACT_GRADIENT_H
#define PLUMB_EXACT_GRADIENT_H
#include "problem/problem.h"
#include "problem/arb.h"

/* Balls that contain the exact values. */
typedef struct {
    arb_ptr query; /* [head_dim] written */
    arb_ptr key;   /* [key_length][head_dim] added to */
    arb_ptr value; /* [key_length][value_dim] added to */
    arb_ptr sink;  /* one, added to, if there is a sink with a logit */
    arb_ptr bias;  /* [key_length] written: of the numbers that join the row's scores */
    arb_ptr slope; /* one, added to, of ALiBi: the head's */
    arb_ptr table; /* [rows of the table] added to, of t5 and relative-table: the head's numbers */
} plumb_exact_gradients;

/* Of a softmax without gate, and of positions that move queries and keys or add to scores; the problem has a loss. */
void plumb_exact_gradient_row(const plumb_problem *problem, size_t b, size_t h, size_t t, slong precision,
                              const plumb_exact_gradients *to);
#endif
