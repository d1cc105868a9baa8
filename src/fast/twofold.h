/* twofold.h - the scores of a panel by dot products in twice the precision. */
#ifndef PLUMB_FAST_TWOFOLD_H
#define PLUMB_FAST_TWOFOLD_H
#include "fast/lanes.h"
#include "number/index.h"

/* The ball of each visible lane: scale * plumb_twofold_dot(query, key_j), no information elsewhere;
   query [head_dim], panel as plumb_panel_fill makes it. */
/*@ requires inside: head_dim * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(panel + (0 .. head_dim * PLUMB_PANEL - 1)) &&
                    \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(mid + (0 .. PLUMB_PANEL - 1)) && \valid(rad + (0 .. PLUMB_PANEL - 1));
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1), visible + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(query + (0 .. head_dim - 1), mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(panel + (0 .. head_dim * PLUMB_PANEL - 1), mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_twofold_scores(const double *query, const double *panel, size_t head_dim,
                                const unsigned char *visible, plumb_ball scale, double *mid,
                                double *rad);
#endif
