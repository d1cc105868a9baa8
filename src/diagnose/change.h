/* change.h - what the lists of neighbours share: copies of arrays that a case borrows, and the
   words of an entry. */
#ifndef PLUMB_DIAGNOSE_CHANGE_H
#define PLUMB_DIAGNOSE_CHANGE_H
#include "diagnose/neighbour.h"

/* A copy of count elements of the given size; NULL if memory is short, or if array is NULL and
   count is not 0. */
void *plumb_change_copy(plumb_storage *storage, const void *array, size_t count, size_t size);

/* A copy of count numbers, each multiplied by the factor.  Returns 1, 0 where a finite number would
   become infinite, or -1 if memory is short; *numbers stays as it is unless 1 is returned. */
int plumb_change_multiply(plumb_storage *storage, const double **numbers, size_t count,
                          double factor);

/* How many numbers the tensors of a problem have. */
size_t plumb_query_elements(const plumb_problem *problem);
size_t plumb_key_elements(const plumb_problem *problem);
size_t plumb_value_elements(const plumb_problem *problem);

/* The scale as a binary64 number. */
double plumb_change_scale(const plumb_problem *problem);

/* Fills `member`; what does not fit is left out. */
void plumb_change_member(plumb_neighbour *neighbour, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Fills `does` and adds the neighbour to the list. */
void plumb_change_add(plumb_neighbourhood *neighbourhood, plumb_neighbour neighbour,
                      const char *format, ...) __attribute__((format(printf, 3, 4)));
#endif
