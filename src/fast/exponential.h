/* exponential.h - exponentials of a panel. */
#ifndef PLUMB_FAST_EXPONENTIAL_H
#define PLUMB_FAST_EXPONENTIAL_H
#include "fast/lanes.h"
#include "number/total.h"

/* The sums of every eighth term, as plumb_strided_total has them. */
typedef struct {
    double sum[PLUMB_STRIDES], spread[PLUMB_STRIDES];
} plumb_strides;

/* weight[j] = plumb_ball_exp(score[j] - shift) of the visible among the keys <= PLUMB_PANEL, 0 of
   the others; they join the strides. */
/*@ requires inside: keys <= PLUMB_PANEL;
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(weight + (0 .. keys - 1)) && \valid(strides);
    requires apart: \separated(weight + (0 .. keys - 1), visible + (0 .. keys - 1)) &&
                    \separated(strides, weight + (0 .. keys - 1)) && \separated(strides, visible + (0 .. keys - 1));
    assigns weight[0 .. keys - 1], strides->sum[0 .. PLUMB_STRIDES - 1], strides->spread[0 .. PLUMB_STRIDES - 1];
*/
void plumb_panel_exponentials(const plumb_ball *score, const unsigned char *visible, size_t keys,
                              double shift, double gamma, plumb_ball *weight,
                              plumb_strides *strides);

/* The ball of plumb_strided_total. */
/*@ requires reads: \valid_read(strides);
    assigns \nothing;
*/
plumb_ball plumb_strides_total(const plumb_strides *strides);
#endif
