/* terms.h - the terms of softmaxes whose scores need no shift: exponentials straight from the products of queries and
   keys. */
#ifndef PLUMB_FAST_TERMS_H
#define PLUMB_FAST_TERMS_H
#include "fast/lanes.h"

/* The balls of plumb_exponentials, unshifted, for the scores that plumb_panel_scores makes of the same sums; of the
   first lanes, 0 in the others.  The middles of these scores are within +-PLUMB_UNSHIFTED, their radii at most 1: what
   plumb_ball_exp asks first is so and not asked. */
/*@ requires inside: lanes <= PLUMB_PANEL;
    requires reads: \valid_read(sum + (0 .. PLUMB_PANEL - 1)) && \valid_read(norm + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1),
                               sum + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(norm + (0 .. PLUMB_PANEL - 1), mid + (0 .. PLUMB_PANEL - 1),
                               rad + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_terms(const double *sum, const double *norm, double reach, plumb_ball scale, size_t lanes, double *mid,
                       double *rad);
#endif
