/* exponential.h - exponentials of a panel. */
#ifndef PLUMB_FAST_EXPONENTIAL_H
#define PLUMB_FAST_EXPONENTIAL_H
#include "fast/lanes.h"

/* The ball of each lane becomes plumb_ball_exp(it). */
/*@ requires writes: writes_panel(mid, rad);
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_exp(double *mid, double *rad);

/* Likewise where it is visible, 0 elsewhere. */
/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_unshifted(const unsigned char *visible, double *mid, double *rad);

/* Likewise of it - shift. */
/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_exponentials(const unsigned char *visible, double shift, double *mid, double *rad);
#endif
