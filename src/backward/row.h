/* row.h - what the backward pass of one row is made of, in binary64: the middles of balls, and what follows from them.

   Nothing is claimed of these numbers but that they are about the exact ones: errors that are expected of engines are
   counted beside them.  Notation: spec/gradient.md. */
#ifndef PLUMB_BACKWARD_ROW_H
#define PLUMB_BACKWARD_ROW_H
#include "bundle/rows.h"
#include "row/positions.h"
#include "simulate/activations.h"

typedef struct {
    const plumb_problem *problem;
    double scale, cap;
    const plumb_simulated_activation *map; /* of weights that are maps of their scores; NULL: of a softmax */
    size_t b, h, t;
    const plumb_row *row;          /* scores, weights, output as balls */
    const double *query, *key;     /* [head_dim], [key_length][head_dim] as they are multiplied, at their positions */
    const double *output_gradient; /* [value_dim] G */
    double lse_gradient;           /* l */
    double *weight_gradient;       /* [key_length] y_j = G.v_j */
    double *score_gradient;        /* [key_length] dx_j; 0 for hidden keys, as the next */
    double *shared;                /* [key_length] what `grows` times delta is multiplied by in dx_j: p_j of a softmax,
                                      a'_j / d of a map */
    double *inner;                 /* [key_length] the gradient in p_j of a softmax; of a map y_j */
    double total, size;            /* of what a map's weights are made of: their sum, and that of their sizes */
    double divisor, grows;         /* d, what they are divided by, and sigma, how that grows with the total; 1 of a
                                      softmax */
    double *capped;                /* [key_length] u_j: what the softcap gave, or the score */
    double *slope;                 /* [key_length] 1 - (u_j / cap)^2 */
    double delta, lse;             /* sum_j p_j inner_j, of a map sum_j w_j y_j; the logarithm of what a softmax is
                                      divided by */
    double sink;                   /* p_S, the weight of a sink without value */
    size_t parameters;             /* of slopes or a table that joins the scores; 0: none, and the rest not in use */
    plumb_positions positions;     /* of which its index says which parameter joins the score of each key, */
    double *factor;                /* [key_length] and this what it is multiplied by */
    bool moves;                    /* a position moves queries and keys: to these, */
    double *moved_query, *moved_key;
    const double *moved_source;    /* of the keys of a head that start there */
    plumb_ball *rotated;           /* [2][head_dim], and [head_dim]: workspace of rotated.h */
    double *spare;
} plumb_backward_row;

/* 0, or -1 if memory is short.  The problem, which must stay, has a loss whose gradients are available
   (bundle/gradients.h). */
int plumb_backward_row_init(plumb_backward_row *backward, const plumb_problem *problem);
void plumb_backward_row_free(plumb_backward_row *backward);

/* Of an evaluated row, which stays in use. */
void plumb_backward_row_set(plumb_backward_row *backward, const plumb_row *row, size_t b, size_t h, size_t t);
#endif
