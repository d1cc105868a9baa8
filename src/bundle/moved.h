/* moved.h - queries and keys at their positions, as the sums of a backward pass multiply them: middles, and how far at
   most a number is off its own.

   Where no position moves them they are those of the problem.  The keys of a key head stay while it does. */
#ifndef PLUMB_BUNDLE_MOVED_H
#define PLUMB_BUNDLE_MOVED_H
#include "bundle/rows.h"

typedef struct {
    bool moves;
    double *query, *key;      /* [PLUMB_BUNDLE_ROWS][head_dim], [key_length][head_dim] middles */
    double of_query, of_key;  /* the largest radius among them */
    const double *key_source; /* of which head they are */
} plumb_moved_vectors;

/* 0, or -1 if memory is short. */
int plumb_moved_vectors_init(plumb_moved_vectors *moved, const plumb_problem *problem);
void plumb_moved_vectors_free(plumb_moved_vectors *moved);

/* Of the rows that are held.  Whether other keys stand there than before. */
bool plumb_moved_vectors_set(plumb_moved_vectors *moved, plumb_rows *rows);
#endif
