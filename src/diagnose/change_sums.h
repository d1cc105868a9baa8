/* change_sums.h - the vectors that positions add to queries and keys, as a table. */
#ifndef PLUMB_DIAGNOSE_CHANGE_SUMS_H
#define PLUMB_DIAGNOSE_CHANGE_SUMS_H
#include "diagnose/change_positions.h"
#include "diagnose/making.h"

/* Whether the encoding adds vectors: sinusoidal, learned. */
bool plumb_adds_vectors(const plumb_problem *problem);

/* Turns such an encoding into a learned one of offset 0, whose table is returned to be changed: a
   row of head_dim numbers for each number of a position, as plumb_number_positions has it, and one
   row more, the last, of zeros. Returns 1, or 0 where positions have no numbers, or -1 if memory is
   short. */
int plumb_tabulate_sums(plumb_storage *storage, plumb_problem *problem, double **table);

/* Changes (diagnose/making.h). */
int plumb_add_to_one(const plumb_making *m);    /* integer: to which */
int plumb_add_to_values(const plumb_making *m); /* too */
enum { PLUMB_QUERIES_ALONE, PLUMB_KEYS_ALONE };
#endif
