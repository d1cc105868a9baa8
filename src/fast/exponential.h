/* exponential.h - exponentials of a panel. */
#ifndef PLUMB_FAST_EXPONENTIAL_H
#define PLUMB_FAST_EXPONENTIAL_H
#include "fast/lanes.h"

/* weight[j] = plumb_ball_exp(score[j] - shift) of the visible among the keys <= PLUMB_PANEL, 0 of
   the others. */
/*@ requires inside: keys <= PLUMB_PANEL;
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: \separated(weight + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
*/
void plumb_panel_exponentials(const plumb_ball *score, const unsigned char *visible, size_t keys,
                              double shift, plumb_ball *weight);
#endif
