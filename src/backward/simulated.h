/* simulated.h - a simulated engine's backward pass: rows of one key head, with the roundings of its precision model and
   the steps of one of the usual forms (form.h).  Nothing is claimed of its numbers but that they are such an
   evaluation.  Notation: spec/gradient.md. */
#ifndef PLUMB_BACKWARD_SIMULATED_H
#define PLUMB_BACKWARD_SIMULATED_H
#include "backward/form.h"
#include "backward/row.h"
#include "problem/gradient.h"
#include "simulate/engine.h"

typedef struct {
    const plumb_backward_form *form;
    const plumb_simulated_activation *map; /* of weights that are maps of their scores; NULL: of a softmax */
    plumb_simulated_engine engine;
    plumb_simulated_format tensor[PLUMB_GRADIENT_COUNT], stored; /* of the answers, and of the output */
    double *output;                                              /* [value_dim] as delta takes it */
    double *weight, *product; /* [key_length] p_j of a softmax, or the weight that is a map's, stored or not; and y_j,
                                 or what it is as the gradient in p_j */
    double *gradient;    /* [key_length] dx_j, as it multiplies keys and queries */
    double *bias;        /* [key_length] db_j of the row, as it joins the sum of those that share it */
    double *query;       /* [head_dim] dq of the row */
    double *key, *value; /* [key_length][head_dim], [key_length][value_dim] sums, */
    double *finished;    /* and those of the heads before, where each is stored by itself */
    bool moves;          /* a position moves queries and keys: the row's to these, keys [key_length][head_dim], */
    double *moved_query, *moved_key;
    const double *key_source;            /* of a head whose keys start there; */
    double *given_query, *given_key;     /* and the gradients in the vectors as they were given are these */
    double sink;         /* sum */
    size_t rows, head;   /* so many are in the sums, of this head last */
} plumb_simulated_backward;

/* format: of the answers; output: of the forward pass's.  0, or -1 if memory is short. */
int plumb_simulated_backward_init(plumb_simulated_backward *backward, const plumb_problem *problem,
                                  const plumb_precision *precision, const plumb_backward_form *form,
                                  const plumb_format format[PLUMB_GRADIENT_COUNT], plumb_format output);
void plumb_simulated_backward_free(plumb_simulated_backward *backward);

/* A row in which some key takes part; row: its exact numbers.  Its dq is set, the sums grow. */
void plumb_simulated_backward_add(plumb_simulated_backward *backward, const plumb_backward_row *row);

/* The keys of a batch entry, of which no row is to be added any more. */
void plumb_simulated_backward_end(plumb_simulated_backward *backward, size_t b);

/* The row's part in a line of biases, sum [key_length], which grows.  Where a head has ended, sums may be stored. */
void plumb_simulated_add_biases(const plumb_simulated_backward *backward, double *sum);
void plumb_simulated_end_head(const plumb_simulated_backward *backward, double *sum, size_t count);

/* The same of slopes or tables, sum [parameters]. */
void plumb_simulated_add_positions(const plumb_simulated_backward *backward, const plumb_backward_row *row,
                                   double *sum);

/* Such a sum as the engine answers it; and number i of another gradient. */
double plumb_simulated_bias_gradient(const plumb_simulated_backward *backward, plumb_gradient gradient, double sum);

double plumb_simulated_gradient(const plumb_simulated_backward *backward, plumb_gradient gradient, size_t i);
#endif
