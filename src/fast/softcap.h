/* softcap.h - plumb_softcap of a panel. */
#ifndef PLUMB_FAST_SOFTCAP_H
#define PLUMB_FAST_SOFTCAP_H
#include "fast/lanes.h"

/* The ball of each lane becomes plumb_softcap_one(it, cap) where it is visible, one without information
   elsewhere; cap is finite and above 0. */
/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_softcap(const unsigned char *visible, double cap, double *mid, double *rad);
#endif
