/* relu.h - plumb_relu_weights of a panel. */
#ifndef PLUMB_FAST_RELU_H
#define PLUMB_FAST_RELU_H
#include "fast/lanes.h"

/* The ball of each lane becomes plumb_ball_relu(it) where it is visible, 0 elsewhere. */
/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_relus(const unsigned char *visible, double *mid, double *rad);

/* The same, times itself. */
/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_squared_relus(const unsigned char *visible, double *mid, double *rad);
#endif
