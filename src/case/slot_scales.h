/* slot_scales.h - scales and zero points stored like a cache or ragged rows: [blocks,slots,heads,channels], or with
   heads before slots, or [total,heads,channels]. */
#ifndef PLUMB_CASE_SLOT_SCALES_H
#define PLUMB_CASE_SLOT_SCALES_H
#include "base/storage.h"
#include "case/pages.h"
#include "case/quantised.h"
#include <stdbool.h>

/* What the axes of such numbers divide; axes of a tensor that has pages. */
typedef struct {
    size_t rank, size[PLUMB_QUANTISED_AXES];
} plumb_slot_axes;

/* shape: of the elements, [batch,heads,length,channels]. */
plumb_slot_axes plumb_slot_axes_of(const plumb_pages *pages, const size_t shape[PLUMB_QUANTISED_AXES],
                                   bool heads_first);

/* The numbers that serve each key, as a grid of the elements, [batch,heads,length,n]; 1 of keys that do not exist.  The
   sizes of `numbers` divide the axes.  NULL: not enough memory. */
const double *plumb_slot_scales_gather(const plumb_pages *pages, const size_t shape[PLUMB_QUANTISED_AXES],
                                       bool heads_first, const plumb_slot_axes *numbers, const double *number,
                                       plumb_storage *storage);
#endif
