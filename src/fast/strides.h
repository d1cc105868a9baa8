/* strides.h - plumb_strided_total of a row, a panel at a time. */
#ifndef PLUMB_FAST_STRIDES_H
#define PLUMB_FAST_STRIDES_H
#include "fast/lanes.h"
#include "number/total.h"

/* The sums of every eighth term so far; they start as 0. */
typedef struct {
    double sum[PLUMB_STRIDES], spread[PLUMB_STRIDES];
} plumb_strides;

/* A panel joins.  Panels of exact zeros change nothing, so they need not. */
/*@ requires reads: reads_panel(mid, rad);
    requires writes: \valid(strides);
    requires apart: \separated(strides, mid + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(strides, rad + (0 .. PLUMB_PANEL - 1));
    assigns strides->sum[0 .. PLUMB_STRIDES - 1], strides->spread[0 .. PLUMB_STRIDES - 1];
*/
void plumb_strides_add(const double *mid, const double *rad, plumb_strides *strides);

/* The ball of plumb_strided_total. */
/*@ requires reads: \valid_read(strides);
    assigns \nothing;
*/
plumb_ball plumb_strides_total(const plumb_strides *strides);
#endif
