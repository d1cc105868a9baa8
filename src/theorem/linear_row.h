/* linear_row.h - a row whose scores are products and nothing else, as src/budget takes it: with feature maps of query
   and keys in the place of these, and with the keys summed first. */
#ifndef PLUMB_THEOREM_LINEAR_ROW_H
#define PLUMB_THEOREM_LINEAR_ROW_H
#include "budget/verdict.h"
#include "base/workspace.h"
#include "problem/problem.h"
#include "theorem/element.h"
#include "row/features.h"

/* Arrays for the features, exact and as an engine has them; the keys' are made once for all rows that share them. */
typedef struct {
    plumb_features features;
    plumb_ball *element, *hidden, *computed; /* [head_dim], [hidden_dim], [feature_dim] of one vector */
    double *query_size, *query_off, *key_size, *key_off;
    const double *of; /* the keys that key_size and key_off are of; NULL: none */
    plumb_ball *query, *key; /* [feature_dim], [feature_dim][key_length] */
} plumb_linear_workspace;

/* -1: memory is short. */
int plumb_linear_workspace_init(plumb_linear_workspace *linear, const plumb_problem *problem,
                                plumb_workspace *workspace);
void plumb_linear_workspace_free(plumb_linear_workspace *linear);

/* The features of a row as vectors that an engine has moved.  False: nothing is known of those that an engine has. */
bool plumb_feature_row_of(const plumb_problem *problem, const double *unit, const double *tiny,
                          const plumb_element *element, plumb_linear_workspace *workspace, plumb_moved_row *row);

/* Query and keys of a row as an engine has them, keys feature by feature; they stay in the workspace. */
void plumb_set_keys_first(const plumb_scored_row *row, plumb_linear_workspace *workspace);
#endif
