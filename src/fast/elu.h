/* elu.h - plumb_elu_weights of a panel. */
#ifndef PLUMB_FAST_ELU_H
#define PLUMB_FAST_ELU_H
#include "fast/lanes.h"

/* The ball of each lane becomes plumb_ball_elu_plus_one(it) where it is visible, 0 elsewhere. */
/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_elus(const unsigned char *visible, double *mid, double *rad);
#endif
