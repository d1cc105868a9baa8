/* rescaled.h - plumb_scale_weights and plumb_clip_weights of a panel, whose hidden weights change like any other. */
#ifndef PLUMB_FAST_RESCALED_H
#define PLUMB_FAST_RESCALED_H
#include "fast/lanes.h"

/*@ requires writes: writes_panel(mid, rad);
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_scale(double alpha, double *mid, double *rad);

/*@ requires writes: writes_panel(mid, rad);
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_clip(double gamma, double zeta, double *mid, double *rad);
#endif
