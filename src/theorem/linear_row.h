/* linear_row.h - prepares a row whose scores are plain products for src/budget: with features of query and keys instead
   of these, and with the keys summed first. */
#ifndef PLUMB_THEOREM_LINEAR_ROW_H
#define PLUMB_THEOREM_LINEAR_ROW_H
#include "budget/verdict.h"
#include "base/workspace.h"
#include "problem/problem.h"
#include "theorem/element.h"
#include "row/features.h"

/* Arrays for the features, exact and of an engine; those of the keys are computed once for all rows that share them. */
typedef struct {
    plumb_features features;
    plumb_ball *element, *hidden, *computed; /* [head_dim], [hidden_dim], [feature_dim] of one vector */
    double *query_size, *query_off, *key_size, *key_off;
    const double *of; /* the keys of key_size and key_off; NULL: none */
    plumb_ball *query, *key; /* [feature_dim], [feature_dim][key_length] */
} plumb_linear_workspace;

/* Returns 0, or -1 if there is not enough memory. */
int plumb_linear_workspace_init(plumb_linear_workspace *linear, const plumb_problem *problem,
                                plumb_workspace *workspace);
void plumb_linear_workspace_free(plumb_linear_workspace *linear);

/* The features of a row as moved vectors of an engine.  Returns false if their errors are not known. */
bool plumb_feature_row_of(const plumb_problem *problem, const double *unit, const double *tiny,
                          const plumb_element *element, plumb_linear_workspace *workspace, plumb_moved_row *row);

/* Sets query and keys of an engine in the workspace, keys feature by feature. */
void plumb_set_keys_first(const plumb_scored_row *row, plumb_linear_workspace *workspace);
#endif
