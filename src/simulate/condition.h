/* condition.h - by how much relative roundings of what an output is made of move it, to first order.

   The condition number of an element for, say, the keys is K: if each component of each key is off by at most e times
   itself, the element moves by at most K e and terms of e^2, and some such errors move it by K e.  Dividing by the
   element gives the relative condition number.  docs/golden.md has the formulas.  Nothing here is certified. */
#ifndef PLUMB_SIMULATED_CONDITION_H
#define PLUMB_SIMULATED_CONDITION_H
#include "row/evaluate.h"
#include <stdbool.h>

/* Of what: queries and keys as they are multiplied, after positions have moved them; values; scores, to which all is
   added that is; weights as they multiply the values. */
typedef enum {
    PLUMB_CONDITION_Q,
    PLUMB_CONDITION_K,
    PLUMB_CONDITION_V,
    PLUMB_CONDITION_SCORES,
    PLUMB_CONDITION_WEIGHTS
} plumb_condition;
enum { PLUMB_CONDITIONS = 5 };

const char *plumb_condition_name(plumb_condition condition); /* "q", "k", "v", "scores", "weights" */

/* Whether the problem has it: those of queries, keys and scores are of softmax and scaled-softmax, and no position may
   join the products (shaw), for which there is that of values alone. */
bool plumb_condition_is_known(const plumb_problem *problem, plumb_condition condition);

/* Each thread has its own. */
typedef struct {
    const plumb_problem *problem;
    double scale;
    double *mean, *pull; /* [value_dim] */
    double *turned;      /* [head_dim][value_dim] */
} plumb_condition_workspace;

/* 0, or -1 if memory is short.  The problem must stay. */
int plumb_condition_init(plumb_condition_workspace *workspace, const plumb_problem *problem);
void plumb_condition_free(plumb_condition_workspace *workspace);

/* Of a row that was evaluated with scores and weights: each condition[of] [value_dim], those that are known. */
void plumb_condition_of_row(plumb_condition_workspace *workspace, size_t b, size_t h, size_t t, plumb_row *row,
                            double *const condition[PLUMB_CONDITIONS]);
#endif
