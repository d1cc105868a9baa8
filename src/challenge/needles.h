/* needles.h - queries that look at few keys: chosen at the edges where engines go wrong, and solved for. */
#ifndef PLUMB_CHALLENGE_NEEDLES_H
#define PLUMB_CHALLENGE_NEEDLES_H
#include "challenge/random.h"
#include "problem/problem.h"

/* Fills query row by row; the keys and all other tensors of the problem are there.  Each row gets few keys that count:
   at an edge of what it sees, at an edge of a tile, and in its turn every other key; beside them a hidden key that
   would count more; scores that differ among them; and every fourth row scores that spread over all keys.  *level: the
   mean of the largest scores.  Returns 0, or -1 if memory is short. */
int plumb_needles_place(const plumb_problem *problem, uint64_t seed, double *query, double *level);
#endif
