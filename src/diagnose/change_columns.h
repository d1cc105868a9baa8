/* change_columns.h - the elements of vectors in another order. */
#ifndef PLUMB_DIAGNOSE_CHANGE_COLUMNS_H
#define PLUMB_DIAGNOSE_CHANGE_COLUMNS_H
#include "diagnose/change.h"

/* Element c of each vector becomes the one that was element from[c], from [head_dim].  Return 1, or
   -1 if memory is short. */
int plumb_permute_queries(plumb_storage *storage, plumb_problem *problem, const size_t *from);
int plumb_permute_keys(plumb_storage *storage, plumb_problem *problem, const size_t *from);
/* The keys of a sink; 1 where there are none. */
int plumb_permute_sinks(plumb_storage *storage, plumb_problem *problem, const size_t *from);
/* All of these. */
int plumb_permute_vectors(plumb_storage *storage, plumb_problem *problem, const size_t *from);
#endif
