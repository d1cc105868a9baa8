/* feature_budget.h - the vectors whose products are scores, and what rounding can do to them: the
   queries and keys themselves, or their feature maps (spec/budget.md, section 9). */
#ifndef PLUMB_COMPARE_FEATURE_BUDGET_H
#define PLUMB_COMPARE_FEATURE_BUDGET_H
#include "attention/problem.h"
#include "compare/precision.h"

/* One vector; error is NULL where the features are the vector as it is given. */
typedef struct {
    const double *value; /* [dim] near the exact features */
    const double *error; /* [dim] bounds the distance of computed features from value */
    const double *upper; /* [dim] bounds the computed features: |value| + error, or value */
} plumb_feature_vector;

/* The features of one query, and of all keys of its head, which are kept for the next query. */
typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    size_t dim; /* of a feature vector */
    bool filled;
    size_t b, key_head;
    double *value, *error, *upper; /* [key_length + 1][dim]: the keys, then the query */
    double *inner;                 /* [2][hidden_dim] */
} plumb_feature_room;

/* Returns 0, or -1 if memory is short. */
int plumb_feature_room_init(plumb_feature_room *room, const plumb_problem *problem,
                            const plumb_precision *precision);
void plumb_feature_room_free(plumb_feature_room *room);

/* Prepares a row: the features of its query and of the keys of its head. */
void plumb_feature_room_set(plumb_feature_room *room, size_t b, size_t h, size_t t);

plumb_feature_vector plumb_query_features(const plumb_feature_room *room, size_t b, size_t h,
                                          size_t t);
plumb_feature_vector plumb_key_features(const plumb_feature_room *room, size_t b, size_t h,
                                        size_t i);

/* Whether computed features differ from the vectors. */
bool plumb_maps_features(const plumb_problem *problem);
#endif
