/* representable.h - whether binary64 represents the numbers of a quantised tensor exactly, whatever its elements: with
   a fractional zero point, or an offset after the scale, it may not. */
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
