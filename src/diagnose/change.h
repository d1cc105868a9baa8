/* change.h - what changes share: copies of arrays that a case borrows, and sizes of its tensors. */
#ifndef PLUMB_DIAGNOSE_CHANGE_H
#define PLUMB_DIAGNOSE_CHANGE_H
#include "diagnose/neighbour.h"

/* A copy of count elements of the given size; NULL if memory is short, or if array is NULL and
   count is not 0. */
void *plumb_change_copy(plumb_storage *storage, const void *array, size_t count, size_t size);

/* How many numbers the tensors of a problem have. */
size_t plumb_query_elements(const plumb_problem *problem);
size_t plumb_key_elements(const plumb_problem *problem);
size_t plumb_value_elements(const plumb_problem *problem);

/* The scale as a binary64 number. */
double plumb_change_scale(const plumb_problem *problem);
#endif
