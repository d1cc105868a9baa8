/* normalised.h - what plumb_normalise of attention/weights.h is made of: totals of rows, and quotients of a
   panel. */
#ifndef PLUMB_FAST_NORMALISED_H
#define PLUMB_FAST_NORMALISED_H
#include "fast/planes.h"
#include "number/index.h"

/* The ball of each lane becomes plumb_ball_absolute(it). */
/*@ requires writes: writes_panel(mid, rad);
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_absolutes(double *mid, double *rad);

/* As plumb_strided_total of a row's first so many panels, of which it sees a key in some: the others have weights of
   exactly 0, which are not read. */
/*@ requires inside: panels * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(visible + (0 .. panels * PLUMB_PANEL - 1)) &&
                    \valid_read(mid + (0 .. panels * PLUMB_PANEL - 1)) &&
                    \valid_read(rad + (0 .. panels * PLUMB_PANEL - 1));
    assigns \nothing;
*/
plumb_ball plumb_fast_total(const double *mid, const double *rad, const unsigned char *visible, size_t panels);

/* The ball of each visible lane becomes plumb_ball_quotient(it, divisor), 0 +- hidden elsewhere. */
/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_quotients(plumb_ball divisor, double hidden, const unsigned char *visible, double *mid, double *rad);
#endif
