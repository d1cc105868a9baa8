/* features.h - phi(q) and phi(k) of the kernel operators, elu(u) + 1 or W2 max(0, W1 u)
   (spec/operators.md, section 1).  The features of the keys stay while batch and key head do. */
#ifndef PLUMB_ROW_FEATURES_H
#define PLUMB_ROW_FEATURES_H
#include "number/ball.h"
#include "problem/problem.h"

typedef struct {
    size_t feature_dim;
    plumb_ball *query;  /* [feature_dim] */
    plumb_ball *key;    /* [key_length][feature_dim], of the key head that starts at key_source */
    plumb_ball *hidden; /* [hidden_dim] */
    const double *key_source;
} plumb_features;

/* Whether the operator maps queries and keys first. */
bool plumb_has_features(const plumb_problem *problem);

/* How many numbers a query or key then has. */
size_t plumb_feature_dim(const plumb_problem *problem);

/* 0 on success, -1 if memory is short.  Without a feature map there is nothing to hold. */
int plumb_features_init(plumb_features *features, const plumb_problem *problem);
void plumb_features_free(plumb_features *features);

/* The features of a query [head_dim] and of its keys [key_length][head_dim]. */
void plumb_features_set(plumb_features *features, const plumb_problem *problem, const double *query, const double *key);
#endif
