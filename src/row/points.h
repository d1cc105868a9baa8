/* points.h - the positions of queries and keys: position ids or indices; in the cache of a streaming mask each query
   counts only the keys still in the cache. */
#ifndef PLUMB_ROW_POINTS_H
#define PLUMB_ROW_POINTS_H
#include "problem/problem.h"

/* The position of query t; encodings with one axis use axis 0. */
plumb_point plumb_query_point(const plumb_problem *problem, size_t b, size_t t);

/* p_j [axes][key_length] of the keys, as query t counts them.  Counted positions [key_length] hold for every axis: they
   are written to `counted`, which holds 0, 1, ... unless each query counts its own. */
const int64_t *plumb_key_positions(const plumb_problem *problem, size_t b, size_t t, int64_t *counted);

/* The position of key j among these. */
plumb_point plumb_key_point(const plumb_problem *problem, const int64_t *positions, size_t j);
#endif
