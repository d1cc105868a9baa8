/* gradient_proof.h - prepares one row of a backward pass for src/budget: the numbers of an engine for each pair of its
   query and a key (spec/budget.md, section 24).

   There are two ways: the weight is recomputed from a log-sum-exp, or saved by the forward pass.  A number must be
   excluded in both. */
#ifndef PLUMB_THEOREM_GRADIENT_PROOF_H
#define PLUMB_THEOREM_GRADIENT_PROOF_H
#include "budget/ball_products.h"
#include "budget/gradient_verdict.h"
#include "budget/turned_gradient.h"
#include "problem/gradient.h"
#include "theorem/proof_row.h"

/* The results of the engine's forward pass from which its backward pass starts. */
typedef struct {
    const double *output; /* [rows][value_dim] */
    const double *lse;    /* [rows]; NULL: not known */
    plumb_format lse_format;
} plumb_forward_answers;

enum { PLUMB_PAIR_RECOMPUTED, PLUMB_PAIR_SAVED, PLUMB_PAIR_WAYS };

typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    plumb_forward_answers forward;
    plumb_proof_workspace workspace, capped;    /* capped: after the softcap, if numbers are added there */
    plumb_ball *product;                        /* [key_length] G.v_j */
    plumb_gradient_pair *pair[PLUMB_PAIR_WAYS]; /* [key_length] of the row, for keys that are `shown` */
    plumb_gradient_pair sink[PLUMB_PAIR_WAYS];  /* of the query and a sink, a key whose value is 0 */
    unsigned char *shown;                       /* [key_length] visible, and wanted */
    plumb_proof_model model;
    plumb_moved_row moved;                      /* the row's vectors, if a position moves them */
} plumb_gradient_proof;

/* Whether the theorem covers this gradient of the problem. */
bool plumb_gradient_is_decided(const plumb_problem *problem, const plumb_precision *precision, plumb_gradient gradient);

/* Borrows the problem, the precision and the forward results.  Returns 0, or -1 if there is not enough memory. */
int plumb_gradient_proof_init(plumb_gradient_proof *proof, const plumb_problem *problem,
                              const plumb_precision *precision, plumb_forward_answers forward);
void plumb_gradient_proof_free(plumb_gradient_proof *proof);

/* Prepares the pairs of row (b, h, t) with its visible keys. wanted [key_length]: only these keys; NULL: all.  format:
   of the gradient's tensor.  Returns false if nothing is known of them. */
bool plumb_gradient_proof_row(plumb_gradient_proof *proof, size_t b, size_t h, size_t t, const unsigned char *wanted,
                              plumb_format format);

/* Whether it is that of vectors which a position moves: its sums are of moved vectors, which are known as balls. */
bool plumb_gradient_of_moved(const plumb_problem *problem, plumb_gradient gradient);

/* Sets balls [head_dim] to those around the query of the row that was prepared, or its key j, as an engine moves it. */
void plumb_gradient_moved_query(const plumb_gradient_proof *proof, plumb_ball *ball);
void plumb_gradient_moved_key(const plumb_gradient_proof *proof, size_t j, plumb_ball *ball);

/* What turned a vector, until the next row is prepared. */
plumb_turning plumb_gradient_turning(plumb_gradient_proof *proof, plumb_moved_place place);

/* The most stores of a partial sum over `terms` terms: engines may store sums between tiles, in a coarser format. */
size_t plumb_gradient_stores(const plumb_precision *precision, plumb_gradient gradient, size_t terms, size_t heads);
#endif
