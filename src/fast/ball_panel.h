/* ball_panel.h - a panel of keys that are balls themselves: moved by their positions, or
   features. */
#ifndef PLUMB_FAST_BALL_PANEL_H
#define PLUMB_FAST_BALL_PANEL_H
#include "fast/lanes.h"
#include "number/index.h"

/* panel[c][0][j] = middle, panel[c][1][j] = radius of key[j][c] for j < keys <= PLUMB_PANEL, 0
   beyond; key [keys][dim], panel [dim][2][PLUMB_PANEL]. */
/*@ requires inside: keys <= PLUMB_PANEL && keys * dim <= PLUMB_MOST_ELEMENTS && dim * 2 * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(key + (0 .. keys * dim - 1));
    requires writes: \valid(panel + (0 .. dim * 2 * PLUMB_PANEL - 1));
    requires apart: \separated(panel + (0 .. dim * 2 * PLUMB_PANEL - 1), key + (0 .. keys * dim - 1));
    assigns panel[0 .. dim * 2 * PLUMB_PANEL - 1];
*/
void plumb_ball_panel_fill(const plumb_ball *key, size_t keys, size_t dim, double *panel);

/* The ball of each visible lane: scale * plumb_ball_dot(query, key_j), no information elsewhere; query
   [dim]. */
/*@ requires inside: dim * 2 * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. dim - 1)) && \valid_read(panel + (0 .. dim * 2 * PLUMB_PANEL - 1)) &&
                    \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(mid + (0 .. PLUMB_PANEL - 1)) && \valid(rad + (0 .. PLUMB_PANEL - 1));
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1), visible + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(query + (0 .. dim - 1), mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(panel + (0 .. dim * 2 * PLUMB_PANEL - 1), mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_ball_panel_scores(const plumb_ball *query, const double *panel, size_t dim,
                             const unsigned char *visible, plumb_ball scale, double *mid,
                             double *rad);
#endif
