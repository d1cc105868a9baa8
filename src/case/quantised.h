/* quantised.h - a tensor whose elements are stored as (value - zero point) x scale + offset, which binary64 holds
   exactly: of 9 bits at most, or of 25 where a zero point is far off, and of scales of 24 or, of two, together of as
   few; with other zero points and with offsets where case/representable.h says so.

   Each axis of the scales divides that of the elements: a scale serves so many neighbours.  Sizes of 1 serve all. */
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
