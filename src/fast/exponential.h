/* exponential.h - exponentials of a panel. */
#ifndef PLUMB_FAST_EXPONENTIAL_H
#define PLUMB_FAST_EXPONENTIAL_H
#include "fast/lanes.h"
#include "number/total.h"

/* The ball of each lane becomes plumb_ball_exp(it). */
/*@ requires writes: \valid(mid + (0 .. PLUMB_PANEL - 1)) && \valid(rad + (0 .. PLUMB_PANEL - 1));
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_exp(double *mid, double *rad);

/* The sums of every eighth term, as plumb_strided_total has them. */
typedef struct {
    double sum[PLUMB_STRIDES], spread[PLUMB_STRIDES];
} plumb_strides;

/* What the sums of so many keys may be off, beside the sum of their absolute values. */
/*@ assigns \nothing; */
double plumb_strides_gamma(size_t keys);

/* The ball of each lane becomes plumb_ball_exp(it - shift) where it is visible, 0 elsewhere; they join
   the strides. */
/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(mid + (0 .. PLUMB_PANEL - 1)) && \valid(rad + (0 .. PLUMB_PANEL - 1)) && \valid(strides);
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1), visible + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(strides, mid + (0 .. PLUMB_PANEL - 1)) && \separated(strides, rad + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(strides, visible + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1], strides->sum[0 .. PLUMB_STRIDES - 1],
            strides->spread[0 .. PLUMB_STRIDES - 1];
*/
void plumb_panel_exponentials(const unsigned char *visible, double shift, double gamma, double *mid,
                              double *rad, plumb_strides *strides);

/* The ball of plumb_strided_total. */
/*@ requires reads: \valid_read(strides);
    assigns \nothing;
*/
plumb_ball plumb_strides_total(const plumb_strides *strides);
#endif
