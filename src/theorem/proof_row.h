/* proof_row.h - a row as src/budget takes it: the model, the keys and values, what joins the scores, and workspace. */
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

/* What the judgement of one number needs, with places for a sink's key and for a logit behind the keys. */
typedef struct {
    bool is_made;
    plumb_workspace arrays;
    plumb_verdict_workspace verdict, twofold; /* twofold: with twice the places */
    unsigned char *visible, *taking_part;
    plumb_ball *bias;
    double *key, *value; /* with those of a sink, if it has a key of its own */
    double *indicator;   /* 1 for one key, 0 for the others */
    double *zero;        /* [head_dim] the query of a row all of whose scores are the same */
    double *relative, *added; /* what a position adds to each key and value, nothing to a sink's */
    plumb_positions positions;
    plumb_moved_workspace moved;
    plumb_linear_workspace linear;
} plumb_proof_workspace;

/* Returns 0, or -1 if memory is short. */
int plumb_proof_workspace_init(plumb_proof_workspace *workspace, const plumb_problem *problem,
                               const plumb_precision *precision);
void plumb_proof_workspace_free(plumb_proof_workspace *workspace);

/* What a verdict is given. */
typedef struct {
    plumb_proof_model model;
    plumb_scored_row scored;
    const double *value, *added; /* added: to each value; NULL if nothing is */
    size_t taking_part, rescalings; /* a sink's logit takes part, too */
    int has_sink;
    double logit;
    plumb_finish finish;
} plumb_proof_row;

/* Whether the row sees no key and is the mean of all values: all keys take part, with scores of 0. */
bool plumb_proof_is_mean(const plumb_problem *problem, const plumb_element *element);

/* Shows a row's verdict the keys that are visible, or all. */
void plumb_proof_show(const plumb_problem *problem, const plumb_element *element, bool all,
                      plumb_proof_workspace *workspace);

/* All but the query and the keys; only of an output, what comes behind the sum.  Fills the workspace's masks and biases;
   the row keeps its arrays there.  Where hidden scores count in the shift, all keys are shown. */
plumb_proof_row plumb_proof_row_of(const plumb_problem *problem, const plumb_precision *precision,
                                   plumb_quantity quantity, const plumb_element *element, plumb_format format,
                                   plumb_proof_workspace *workspace);

/* Query and keys, moved if a position does so.  False: nothing is known of an engine's vectors. */
bool plumb_proof_vectors(const plumb_problem *problem, const plumb_element *element, plumb_proof_workspace *workspace,
                         plumb_proof_row *row);
#endif
