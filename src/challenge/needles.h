/* needles.h - queries that attend to few keys, at the edges where engines go wrong; computed by solving for them. */
#ifndef PLUMB_CHALLENGE_NEEDLES_H
#define PLUMB_CHALLENGE_NEEDLES_H
#include "challenge/random.h"
#include "problem/problem.h"

/* Fills query [rows][head_dim]; the keys and all other tensors of the problem must be set.  Each row attends to few
   keys with different scores: at an edge of the visible keys, at an edge of a tile, and, row by row, every other key.
   A hidden key would have a larger weight.  In every fourth row the scores spread over all keys. *level: the mean of
   the largest scores.  Returns 0, or -1 if there is not enough memory. */
int plumb_needles_place(const plumb_problem *problem, uint64_t seed, double *query, double *level);
#endif
