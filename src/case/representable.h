/* representable.h - whether binary64 holds the numbers of a quantised tensor whatever its elements are: with a zero
   point that is no integer, or a number that is added behind the scale, it may not. */
#ifndef PLUMB_CASE_REPRESENTABLE_H
#define PLUMB_CASE_REPRESENTABLE_H
#include "case/quantised.h"
#include <stdbool.h>

/* The first place whose numbers may need more bits, and what serves it. */
typedef struct {
    size_t at[PLUMB_QUANTISED_AXES];
    double zero_point, scale, offset;
} plumb_not_representable;

bool plumb_quantised_is_exact(const plumb_quantised *quantised, plumb_not_representable *first);
#endif
