/* simulated.h - a simulated engine's backward pass: rows of one key head in one of the usual forms (form.h), with the
   roundings of its precision model.  Its numbers are not certified.  Notation: spec/gradient.md. */
#ifndef PLUMB_BACKWARD_SIMULATED_H
#define PLUMB_BACKWARD_SIMULATED_H
#include "backward/form.h"
#include "backward/row.h"
#include "problem/gradient.h"
#include "simulate/engine.h"

typedef struct {
    const plumb_backward_form *form;
    const plumb_simulated_activation *map; /* for weights that are maps of their scores; NULL: a softmax */
    plumb_simulated_engine engine;
    plumb_simulated_format tensor[PLUMB_GRADIENT_COUNT], stored; /* of the gradients, and of the output */
    double *output;                                              /* [value_dim] for delta */
    double *weight, *product; /* [key_length] p_j of a softmax, or the weight of a map, stored or not; and y_j, or the
                                 gradient of p_j */
    double *gradient;    /* [key_length] dx_j, the factors of keys and queries */
    double *bias;        /* [key_length] db_j of the row, a term of the sum over rows that share the bias */
    double *query;       /* [head_dim] dq of the row */
    double *key, *value; /* [key_length][head_dim], [key_length][value_dim] sums, */
    double *finished;    /* and those of earlier heads, if each is stored separately */
    bool moves;          /* a position moves queries and keys to these, keys [key_length][head_dim], */
    double *moved_query, *moved_key;
    const double *key_source;            /* from the keys of a head that start at key_source; */
    double *given_query, *given_key;     /* and these are the gradients of the given vectors */
    double sink;         /* sum */
    size_t rows, head;   /* number of rows in the sums; the head of the last one */
} plumb_simulated_backward;

/* format: of the gradients; output: of the forward pass's output.  Returns 0, or -1 if there is not enough memory. */
int plumb_simulated_backward_init(plumb_simulated_backward *backward, const plumb_problem *problem,
                                  const plumb_precision *precision, const plumb_backward_form *form,
                                  const plumb_format format[PLUMB_GRADIENT_COUNT], plumb_format output);
void plumb_simulated_backward_free(plumb_simulated_backward *backward);

/* Sets dq of a row in which some key takes part, and adds it to the sums.  row: its exact numbers. */
void plumb_simulated_backward_add(plumb_simulated_backward *backward, const plumb_backward_row *row);

/* Completes the keys of a batch entry, after its last row. */
void plumb_simulated_backward_end(plumb_simulated_backward *backward, size_t b);

/* Adds the row's part of a line of biases to sum [key_length].  At the end of a head, some forms store the sums. */
void plumb_simulated_add_biases(const plumb_simulated_backward *backward, double *sum);
void plumb_simulated_end_head(const plumb_simulated_backward *backward, double *sum, size_t count);

/* The same for slopes or tables, sum [parameters]. */
void plumb_simulated_add_positions(const plumb_simulated_backward *backward, const plumb_backward_row *row,
                                   double *sum);

/* Such a sum as the engine returns it; and element i of another gradient. */
double plumb_simulated_bias_gradient(const plumb_simulated_backward *backward, plumb_gradient gradient, double sum);

double plumb_simulated_gradient(const plumb_simulated_backward *backward, plumb_gradient gradient, size_t i);
#endif
