/* ball_panel.h - a panel of keys that are balls themselves: moved by their positions, or
   features. */
#ifndef PLUMB_FAST_BALL_PANEL_H
#define PLUMB_FAST_BALL_PANEL_H
#include "fast/lanes.h"
#include "number/index.h"
#include "number/sum.h"

/* The middles as plumb_panel_fill has numbers, panel[c][j] for j < keys <= PLUMB_PANEL; the last two rows are the
   norms of each key's middles and of its radii.  key [keys][dim], panel [dim + 2][PLUMB_PANEL]. */
/*@ requires inside: keys <= PLUMB_PANEL && keys * dim <= PLUMB_MOST_ELEMENTS &&
                     (dim + 2) * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(key + (0 .. keys * dim - 1));
    requires writes: \valid(panel + (0 .. (dim + 2) * PLUMB_PANEL - 1));
    requires apart: \separated(panel + (0 .. (dim + 2) * PLUMB_PANEL - 1), key + (0 .. keys * dim - 1));
    assigns panel[0 .. (dim + 2) * PLUMB_PANEL - 1];
*/
void plumb_ball_panel_fill(const plumb_ball *key, size_t keys, size_t dim, double *panel);

/* The ball of each visible lane: scale * plumb_ball_dot(query, key_j), no information elsewhere.  sum: the products
   of the middles, as plumb_panel_dots has them; norms: the last two rows of the panel; reach: plumb_ball_reach of the
   query. */
/*@ requires reads: \valid_read(sum + (0 .. PLUMB_PANEL - 1)) && \valid_read(norms + (0 .. 2 * PLUMB_PANEL - 1)) &&
                    \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible) &&
                    \separated(sum + (0 .. PLUMB_PANEL - 1), mid + (0 .. PLUMB_PANEL - 1),
                               rad + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(norms + (0 .. 2 * PLUMB_PANEL - 1), mid + (0 .. PLUMB_PANEL - 1),
                               rad + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_ball_panel_scores(const double *sum, const double *norms, plumb_reach reach, const unsigned char *visible,
                             plumb_ball scale, double *mid, double *rad);
#endif
