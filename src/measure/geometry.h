/* geometry.h - queries, keys and values of a head around one key: q.k = |q| |k| cos(q, k).

   Source: arXiv 2410.10781, section 3 (the angle between queries and the first key, not the norm of that key, makes the
   sink) and its released code (norms of keys and values).  The vectors are those of the scores: moved by the position,
   but not mapped by a kernel's features.  Norms are Euclidean; means are over the first T tokens, cosines over their
   pairs of query and visible key.  Rows and keys as in measure/sink.h. */
#ifndef PLUMB_MEASURE_GEOMETRY_H
#define PLUMB_MEASURE_GEOMETRY_H
#include "number/ball.h"
#include "problem/problem.h"
#include <stddef.h>

/* A ball has no finite radius if it is a mean of nothing, or a cosine with a vector that may be 0. */
typedef struct {
    plumb_ball query_norm;               /* mean over the rows t = k .. T */
    plumb_ball key_norm, other_key_norm; /* of key k; mean over the others */
    plumb_ball key_cosine, other_cosine; /* means over the rows t = k .. T */
    plumb_ball value_norm, other_value_norm;
} plumb_geometry;

/* For sample b, query head h; key: the index of key k, from 0.  Returns 0, or -1 if there is not enough memory. */
int plumb_geometry_measure(const plumb_problem *problem, size_t b, size_t h, size_t key, size_t tokens,
                           plumb_geometry *geometry);

/* All balls without a finite radius. */
plumb_geometry plumb_geometry_unknown(void);
#endif
