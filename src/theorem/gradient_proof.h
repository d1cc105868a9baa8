/* gradient_proof.h - one row of a backward pass as src/budget takes it: what engines of a precision have of each pair
   of its query and a key (spec/budget.md, section 24), in two ways: the weight recomputed from a log-sum-exp, or
   saved by the forward pass. A number must be excluded by both. */
#ifndef PLUMB_THEOREM_GRADIENT_PROOF_H
#define PLUMB_THEOREM_GRADIENT_PROOF_H
#include "budget/gradient_verdict.h"
#include "problem/gradient.h"
#include "theorem/proof_row.h"

/* What of the engine's own forward pass its backward pass is known to begin with. */
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
    plumb_proof_workspace workspace, capped;    /* capped: of what the softcap gave, where something joins it */
    plumb_ball *product;                        /* [key_length] G.v_j */
    plumb_gradient_pair *pair[PLUMB_PAIR_WAYS]; /* [key_length] of the row, where `shown` */
    plumb_gradient_pair sink[PLUMB_PAIR_WAYS];  /* of the query and a sink: its key, whose value is 0 */
    unsigned char *shown;                       /* [key_length] visible, and asked for */
    plumb_proof_model model;
} plumb_gradient_proof;

/* Whether the theorem speaks of a gradient of the problem at all. */
bool plumb_gradient_is_decided(const plumb_problem *problem, const plumb_precision *precision, plumb_gradient gradient);

/* 0, or -1 if memory is short.  What is borrowed must stay. */
int plumb_gradient_proof_init(plumb_gradient_proof *proof, const plumb_problem *problem,
                              const plumb_precision *precision, plumb_forward_answers forward);
void plumb_gradient_proof_free(plumb_gradient_proof *proof);

/* The pairs of row (b, h, t) with the keys that it sees, of the wanted ones; wanted [key_length], or NULL: all.
   format: of the tensor that holds the gradient. False: nothing is known of them. */
bool plumb_gradient_proof_row(plumb_gradient_proof *proof, size_t b, size_t h, size_t t, const unsigned char *wanted,
                              plumb_format format);

/* At most so often a sum over so many terms is stored as a result on its way: in coarser formats than sums are kept in,
   engines may store them between tiles. */
size_t plumb_gradient_stores(const plumb_precision *precision, plumb_gradient gradient, size_t terms, size_t heads);
#endif
