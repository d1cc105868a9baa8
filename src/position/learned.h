/* learned.h - a vector plus the row of a table: sum[e] = x[e] + row[e].

   Source: GPT-2 and OPT, whose tables of position embeddings are learned.  x, row, sum [dim].  An element
   that is not finite gives a ball without information. */
#ifndef PLUMB_POSITION_LEARNED_H
#define PLUMB_POSITION_LEARNED_H
#include "number/ball.h"
#include "spec/position/learned.h"
#include <stddef.h>

/*@ requires reads: \valid_read(x + (0 .. dim - 1)) && \valid_read(row + (0 .. dim - 1));
    requires writes: \valid(sum + (0 .. dim - 1));
    requires apart: \separated(sum + (0 .. dim - 1), x + (0 .. dim - 1)) &&
                    \separated(sum + (0 .. dim - 1), row + (0 .. dim - 1));
    assigns sum[0 .. dim - 1];
    ensures encloses: \forall seq v, w; \old(values(x, v, dim) && values(row, w, dim)) ==>
      encloses(sum, with_row(v, w), dim);
*/
void plumb_add_row(const double *x, const double *row, size_t dim, plumb_ball *sum);
#endif
