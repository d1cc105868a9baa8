/* boolean.h - boolean masks that the reader makes from other members of a case. */
#ifndef PLUMB_CASE_BOOLEAN_H
#define PLUMB_CASE_BOOLEAN_H
#include "base/storage.h"
#include "problem/problem.h"

/* What query (b, h, t) may see, into row[key_length]: 1, or 0. */
typedef void plumb_boolean_row(const void *context, const plumb_problem *problem, size_t b, size_t h, size_t t,
                               unsigned char *row);

/* allowed becomes what the rows and the mask beside them let be seen; by_head: whether the rows of heads differ.  False
   if memory is short. */
bool plumb_boolean_make(const plumb_boolean_mask *beside, bool by_head, plumb_boolean_row *show, const void *context,
                        plumb_storage *storage, plumb_problem *problem);

/* allowed becomes that mask again. */
void plumb_boolean_put(const plumb_boolean_mask *mask, plumb_problem *problem);
#endif
