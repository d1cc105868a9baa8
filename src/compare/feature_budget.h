/* feature_budget.h - the vectors whose products are scores, and what rounding can do to them: the
   queries and keys themselves, moved to their positions, or their feature maps (spec/budget.md,
   sections 9, 17 and 18). */
#ifndef PLUMB_COMPARE_FEATURE_BUDGET_H
#define PLUMB_COMPARE_FEATURE_BUDGET_H
#include "compare/moved_budget.h"
#include "precision/precision.h"
#include "problem/problem.h"
#include "row/features.h"
#include "row/positions.h"

/* One vector; error is NULL where the features are the vector as it is given. */
typedef struct {
    const double *value;    /* [dim] near the exact features */
    const double *error;    /* [dim] bounds the distance of computed features from value */
    const double *rounding; /* [dim] the part of it that is single roundings */
    const double *upper;    /* [dim] bounds the computed features: |value| + error, or value */
    const double *norm;     /* [rope.dim / 2] of the pairs, multiplied, that angles turn; or NULL */
    int64_t position;       /* if there is a norm */
} plumb_feature_vector;

/* The features of one query, and of the first keys of its head, which are kept for the next query. */
typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    plumb_positions positions; /* what moves the vectors, or is added to scores */
    plumb_moved_budget moved;
    plumb_room room; /* of what follows */
    size_t dim;      /* of a feature vector */
    size_t filled;   /* keys of the key head that are there */
    size_t b, key_head;
    double *value, *error, *rounding, *upper; /* [key_length + 1][dim]: the keys, then the query */
    double *norm;                             /* [key_length + 1][rope.dim / 2] */
    double *inner;                            /* [2][hidden_dim] */
} plumb_feature_room;

/* Returns 0, or -1 if memory is short. */
int plumb_feature_room_init(plumb_feature_room *room, const plumb_problem *problem, const plumb_precision *precision);
void plumb_feature_room_free(plumb_feature_room *room);

/* Prepares a row: the features of its query. */
void plumb_feature_room_set(plumb_feature_room *room, size_t b, size_t h, size_t t);

plumb_feature_vector plumb_query_features(const plumb_feature_room *room, size_t b, size_t h, size_t t);
/* With Shaw's encoding the key as query t reads it, in room kept until the next call. */
plumb_feature_vector plumb_key_features(plumb_feature_room *room, size_t b, size_t h, size_t t, size_t i);
#endif
