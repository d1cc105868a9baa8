/* position_tensors.h - checks the positions of queries and keys.

   A case may give ids of queries without those of keys, and vice versa: without ids, queries have the positions t +
   offset, keys j.  All positions must be within +-2^52; those of sinusoidal, learned and rope, with their offset, must
   be at least 0, and have a row in a learned table and in rope_cos. */
#ifndef PLUMB_CASE_POSITION_TENSORS_H
#define PLUMB_CASE_POSITION_TENSORS_H
#include "base/error.h"
#include "problem/problem.h"

/* Of a problem whose tensors are assembled (case/extras.h); source is the case, of_queries and of_keys where their ids
   stand, for messages. */
int plumb_position_tensors_check(const plumb_problem *problem, const char *of_queries, const char *of_keys,
                                 const char *source, plumb_error *error);
#endif
