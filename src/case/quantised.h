/* quantised.h - a tensor whose elements are stored as (value - zero point) x scale + offset, which binary64 represents
   exactly: differences have at most 9 bits, or 25 with a distant zero point, and scales have 24, or two scales
   together.  Other zero points and offsets need a check (case/representable.h).

   Each axis of the scales divides that of the elements: a scale serves equally many neighbours.  An axis of 1 serves
   all. */
#ifndef PLUMB_CASE_QUANTISED_H
#define PLUMB_CASE_QUANTISED_H
#include "case/encoding.h"
#include <stddef.h>

enum { PLUMB_QUANTISED_AXES = 4 }; /* batch, head, token, channel */

typedef struct {
    const double *number; /* NULL: none is given */
    size_t size[PLUMB_QUANTISED_AXES];
} plumb_grid;

typedef struct plumb_quantised {
    const plumb_encoding *encoding;
    size_t shape[PLUMB_QUANTISED_AXES];
    double value[PLUMB_PATTERNS]; /* of each bit pattern */
    plumb_grid scale, global_scale, zero_point, offset;
} plumb_quantised;

/* The byte, counted from the first, where an element begins: one that is the first of those that lie together. */
size_t plumb_quantised_place(const plumb_quantised *quantised, size_t element);

/* Elements first <= i < first + count of the tensor, whose bytes begin with those of `first`, into value[count].  Both
   are multiples of the elements that lie together. */
void plumb_quantised_decode(const plumb_quantised *quantised, const unsigned char *bytes, size_t first, size_t count,
                            double *value);

/* The numbers of a grid that is given for a row of channels: number i serves the channels from i * *width on. */
const double *plumb_grid_row(const plumb_quantised *quantised, const plumb_grid *grid, size_t row, size_t *width);
#endif
