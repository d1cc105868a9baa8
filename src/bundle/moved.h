/* moved.h - queries and keys at their positions, for the sums of a backward pass: middles, and the largest radius.

   Without a position that moves them they are those of the problem.  The keys of a key head are kept as long as it is
   current. */
#ifndef PLUMB_BUNDLE_MOVED_H
#define PLUMB_BUNDLE_MOVED_H
#include "bundle/rows.h"

typedef struct {
    bool moves;
    double *query, *key;      /* [PLUMB_BUNDLE_ROWS][head_dim], [key_length][head_dim] middles */
    double of_query, of_key;  /* the largest radius among them */
    const double *key_source; /* the keys of the current head */
} plumb_moved_vectors;

/* Returns 0, or -1 if there is not enough memory. */
int plumb_moved_vectors_init(plumb_moved_vectors *moved, const plumb_problem *problem);
void plumb_moved_vectors_free(plumb_moved_vectors *moved);

/* Sets the vectors of the current rows.  Returns whether the keys changed. */
bool plumb_moved_vectors_set(plumb_moved_vectors *moved, plumb_rows *rows);
#endif
