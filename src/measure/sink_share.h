/* sink_share.h - the mean of the weights that one key has in several rows.

   Formula (arXiv 2410.10781, section 3): alpha_k = (1/(T - k + 1)) sum_{t=k}^{T} A_{t,k}.  weight [rows] is
   the column of the key in the rows t = k .. T, so rows = T - k + 1.  The sum is taken from the first
   row to the last; the count is exact. */
#ifndef PLUMB_MEASURE_SINK_SHARE_H
#define PLUMB_MEASURE_SINK_SHARE_H
#include "number/ball.h"
#include "spec/measure/sink_share.h"
#include <stddef.h>

/*@ requires some: 0 < rows <= 0x20000000000000;
    requires reads: \valid_read(weight + (0 .. rows - 1));
    assigns \nothing;
    ensures encloses: \forall seq w; encloses(weight, w, rows) ==> in_ball(\result, sink_share(w, rows));
*/
plumb_ball plumb_sink_share(const plumb_ball *weight, size_t rows);
#endif
