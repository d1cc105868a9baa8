/* proof_row.h - prepares a row for src/budget: the model, the keys and values, what is added to the scores, and
   arrays. */
#ifndef PLUMB_THEOREM_PROOF_ROW_H
#define PLUMB_THEOREM_PROOF_ROW_H
#include "base/workspace.h"
#include "budget/verdict.h"
#include "exact/quantity.h"
#include "precision/precision.h"
#include "problem/problem.h"
#include "theorem/element.h"
#include "theorem/linear_row.h"
#include "theorem/moved_row.h"

typedef struct {
    double unit[PLUMB_STEPS], tiny[PLUMB_STEPS];
} plumb_proof_model;

/* Arrays for the test of one number; a sink's key and logit come after the keys. */
typedef struct {
    bool is_made;
    plumb_workspace arrays;
    plumb_verdict_workspace verdict, twofold; /* twofold: with twice the places */
    unsigned char *visible, *taking_part;
    plumb_ball *bias;
    double *key, *value; /* with those of a sink, if it has a key */
    double *indicator;   /* 1 for one key, 0 for the others */
    double *zero;        /* [head_dim] the query of a row whose scores are all equal */
    double *relative, *added; /* added by a position to each key and value, but not to a sink's */
    plumb_positions positions;
    plumb_moved_workspace moved;
    plumb_linear_workspace linear;
} plumb_proof_workspace;

/* Returns 0, or -1 if there is not enough memory. */
int plumb_proof_workspace_init(plumb_proof_workspace *workspace, const plumb_problem *problem,
                               const plumb_precision *precision);
void plumb_proof_workspace_free(plumb_proof_workspace *workspace);

/* The input of a verdict. */
typedef struct {
    plumb_proof_model model;
    plumb_scored_row scored;
    const double *value, *added; /* added: to each value; NULL: nothing */
    size_t taking_part, rescalings; /* taking_part includes a sink's logit */
    int has_sink;
    double logit;
    plumb_finish finish;
} plumb_proof_row;

/* Whether the row sees no key and is the mean of all values: all keys take part, with scores of 0. */
bool plumb_proof_is_mean(const plumb_problem *problem, const plumb_element *element);

/* Sets the visible keys of the row in the workspace; all: all keys. */
void plumb_proof_show(const plumb_problem *problem, const plumb_element *element, bool all,
                      plumb_proof_workspace *workspace);

/* The row without query and keys; for an output, with the steps after the sum.  Fills the masks and biases of the
   workspace, which owns the row's arrays.  If hidden scores count in the shift, all keys are visible. */
plumb_proof_row plumb_proof_row_of(const plumb_problem *problem, const plumb_precision *precision,
                                   plumb_quantity quantity, const plumb_element *element, plumb_format format,
                                   plumb_proof_workspace *workspace);

/* Sets query and keys, moved if a position moves them.  Returns false if the errors of an engine's vectors are not
   known. */
bool plumb_proof_vectors(const plumb_problem *problem, const plumb_element *element, plumb_proof_workspace *workspace,
                         plumb_proof_row *row);
#endif
