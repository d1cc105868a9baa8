/* vectors.h - query, key and value with their quantisation: scales, zero points and formats. */
#ifndef PLUMB_CASE_VECTORS_H
#define PLUMB_CASE_VECTORS_H
#include "case/assemble.h"
#include "case/quantised.h"

enum { PLUMB_VECTORS = 3 };

/* The three of them, in shapes of elements.  What belongs to one that is quantised is owned by storage. */
int plumb_vectors_of(const plumb_case_tensors *tensors, const plumb_description *description, plumb_storage *storage,
                     plumb_tensor vector[PLUMB_VECTORS], plumb_error *error);
#endif
