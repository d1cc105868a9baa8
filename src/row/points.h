/* points.h - where queries and keys stand, by position ids or by their numbers; within the cache of a streaming mask
   each query counts the keys that it still has. */
#ifndef PLUMB_ROW_POINTS_H
#define PLUMB_ROW_POINTS_H
#include "problem/problem.h"

/* Where query t stands; of encodings that know one axis p_t is on axis 0. */
plumb_point plumb_query_point(const plumb_problem *problem, size_t b, size_t t);

/* p_j [axes][key_length] of the keys, as query t counts them; counted ones, [key_length], are those on every axis.
   They are written to `counted`, which holds 0, 1, ... where no query counts its own. */
const int64_t *plumb_key_positions(const plumb_problem *problem, size_t b, size_t t, int64_t *counted);

/* Where key j of these stands. */
plumb_point plumb_key_point(const plumb_problem *problem, const int64_t *positions, size_t j);
#endif
