/* condition.h - condition numbers: how much relative errors of its inputs move an output, to first order.

   The condition number of an element for, say, the keys is K: if each component of each key is off by at most e times
   itself, the element moves by at most K e and terms of e^2, and some such errors move it by K e.  K divided by the
   element is the relative condition number. docs/golden.md has the formulas.  The numbers are not certified. */
#ifndef PLUMB_SIMULATED_CONDITION_H
#define PLUMB_SIMULATED_CONDITION_H
#include "row/evaluate.h"
#include <stdbool.h>

/* The inputs: queries and keys as multiplied, after positions moved them; values; complete scores; weights as they
   multiply the values. */
typedef enum {
    PLUMB_CONDITION_Q,
    PLUMB_CONDITION_K,
    PLUMB_CONDITION_V,
    PLUMB_CONDITION_SCORES,
    PLUMB_CONDITION_WEIGHTS
} plumb_condition;
enum { PLUMB_CONDITIONS = 5 };

const char *plumb_condition_name(plumb_condition condition); /* "q", "k", "v", "scores", "weights" */

/* Whether the problem has this condition number.  Those of queries, keys and scores exist for softmax and
   scaled-softmax, except with Shaw's positions, which have only that of values. */
bool plumb_condition_is_known(const plumb_problem *problem, plumb_condition condition);

/* Each thread has its own. */
typedef struct {
    const plumb_problem *problem;
    double scale;
    double *mean, *pull; /* [value_dim] */
    double *turned;      /* [head_dim][value_dim] */
} plumb_condition_workspace;

/* Borrows the problem.  Returns 0, or -1 if there is not enough memory. */
int plumb_condition_init(plumb_condition_workspace *workspace, const plumb_problem *problem);
void plumb_condition_free(plumb_condition_workspace *workspace);

/* Fills the known condition[of] [value_dim] of a row that was evaluated with scores and weights. */
void plumb_condition_of_row(plumb_condition_workspace *workspace, size_t b, size_t h, size_t t, plumb_row *row,
                            double *const condition[PLUMB_CONDITIONS]);
#endif
