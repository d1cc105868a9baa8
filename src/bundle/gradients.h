/* gradients.h - the gradients of a loss in queries, keys, values and sink logits, one row at a time.

   Formulas: spec/gradient.md.  For row (b, h, t) with the output's gradient G [value_dim] and that of the log-sum-exp,
   by the kernels of src/gradient from the row's weights:

       query_gradient = sum over visible j of product_gradient_j k_j
       key_gradient_j += product_gradient_j q,  value_gradient_j += weight_j G,  sink_gradient += its part

   The sums for keys and values are taken in the order in which the caller asks for rows. */
#ifndef PLUMB_BUNDLE_GRADIENTS_H
#define PLUMB_BUNDLE_GRADIENTS_H
#include "bundle/rows.h"

/* Each thread has its own. */
typedef struct {
    plumb_rows rows;
    plumb_row uncapped;          /* scores before what joins them, where the row has them no more */
    plumb_ball *weight_gradient; /* [key_length] in the weights */
    plumb_ball *score_gradient;  /* [key_length] in the scores, then in the products of query and key */
} plumb_gradients;

/* What the rows' gradients are added to; NULL: they are not asked for. */
typedef struct {
    plumb_ball *key;   /* [key_length][head_dim] */
    plumb_ball *value; /* [key_length][value_dim] */
    plumb_ball *sink;  /* one */
} plumb_gradient_sums;

/* 0 on success, -1 if memory is short.  The problem, which must stay, has a loss; plumb_gradients_refusal has nothing
   against it. */
int plumb_gradients_init(plumb_gradients *gradients, const plumb_problem *problem);
void plumb_gradients_free(plumb_gradients *gradients);

/* What keeps a problem's gradients from being available, in words; NULL: nothing. */
const char *plumb_gradients_refusal(const plumb_problem *problem);

/* query_gradient [head_dim], unless it is NULL, is written, the sums are added to. */
void plumb_gradients_of_row(plumb_gradients *gradients, size_t b, size_t h, size_t t, plumb_ball *query_gradient,
                            const plumb_gradient_sums *sums);
#endif
