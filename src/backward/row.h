/* row.h - the numbers of one row's backward pass in binary64, from the middles of balls.

   They are not certified, only close to the exact ones: expected errors of engines are computed from them.  Notation:
   spec/gradient.md. */
#ifndef PLUMB_BACKWARD_ROW_H
#define PLUMB_BACKWARD_ROW_H
#include "bundle/rows.h"
#include "row/positions.h"
#include "simulate/activations.h"

typedef struct {
    const plumb_problem *problem;
    double scale, cap;
    const plumb_simulated_activation *map; /* for weights that are maps of their scores; NULL: a softmax */
    size_t b, h, t;
    const plumb_row *row;          /* scores, weights, output as balls */
    const double *query, *key;     /* [head_dim], [key_length][head_dim] as they are multiplied, at their positions */
    const double *output_gradient; /* [value_dim] G */
    double lse_gradient;           /* l */
    double *weight_gradient;       /* [key_length] y_j = G.v_j */
    double *score_gradient;        /* [key_length] dx_j; 0 for hidden keys, like `shared` */
    double *shared;                /* [key_length] the factor of `grows` times delta in dx_j: p_j of a softmax,
                                      a'_j / d of a map */
    double *inner;                 /* [key_length] the gradient of p_j for a softmax; y_j for a map */
    double total, size;            /* for a map: the sum of the a_j, and of their magnitudes */
    double divisor, grows;         /* d, the divisor, and sigma, its derivative by the total; 1 for a softmax */
    double *capped;                /* [key_length] u_j: the result of the softcap, or the score */
    double *slope;                 /* [key_length] 1 - (u_j / cap)^2 */
    double delta, lse;             /* sum_j p_j inner_j, for a map sum_j w_j y_j; log of a softmax's divisor */
    double sink;                   /* p_S, the weight of a sink without value */
    size_t parameters;             /* number of slopes or table entries added to the scores; 0: none */
    plumb_positions positions;     /* its index gives the parameter of each key, */
    double *factor;                /* [key_length] and this its factor */
    bool moves;                    /* a position moves queries and keys to these, */
    double *moved_query, *moved_key;
    const double *moved_source;    /* from the keys of a head that start at moved_source */
    plumb_ball *rotated;           /* [2][head_dim], and [head_dim]: workspace of rotated.h */
    double *spare;
} plumb_backward_row;

/* Borrows the problem, which must have a loss with available gradients (bundle/gradients.h).  Returns 0, or -1 if there
   is not enough memory. */
int plumb_backward_row_init(plumb_backward_row *backward, const plumb_problem *problem);
void plumb_backward_row_free(plumb_backward_row *backward);

/* Sets the numbers of an evaluated row; borrows it. */
void plumb_backward_row_set(plumb_backward_row *backward, const plumb_row *row, size_t b, size_t h, size_t t);
#endif
