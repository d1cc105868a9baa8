/* twofold.h - sums in twice the precision: the scores of a panel; a row's terms, weighed and not. */
#ifndef PLUMB_FAST_TWOFOLD_H
#define PLUMB_FAST_TWOFOLD_H
#include "fast/lanes.h"
#include "number/index.h"

/* The ball of each visible lane: scale * plumb_twofold_dot(query, key_j), no information elsewhere;
   query [head_dim], panel as plumb_panel_fill makes it. */
/*@ requires inside: head_dim * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) &&
                    \valid_read(panel + (0 .. head_dim * PLUMB_PANEL - 1)) &&
                    \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible) &&
                    \separated(query + (0 .. head_dim - 1), mid + (0 .. PLUMB_PANEL - 1),
                               rad + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(panel + (0 .. head_dim * PLUMB_PANEL - 1), mid + (0 .. PLUMB_PANEL - 1),
                               rad + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_twofold_scores(const double *query, const double *panel, size_t head_dim, const unsigned char *visible,
                                plumb_ball scale, double *mid, double *rad);

/* As plumb_twofold_total: one lane, with the instruction for a fused product that the minimal kernel
   cannot count on. */
/*@ requires reads: \valid_read(term + (0 .. n - 1)) && \valid_read(visible + (0 .. n - 1));
    assigns \nothing;
*/
plumb_ball plumb_fast_twofold_total(const plumb_ball *term, const unsigned char *visible, size_t n);

/* As plumb_twofold_weighted. */
/*@ requires inside: 0 <= column < width && n * width <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(weight + (0 .. n - 1)) && \valid_read(visible + (0 .. n - 1)) &&
                    \valid_read(value + (0 .. n * width - 1));
    assigns \nothing;
*/
plumb_ball plumb_fast_twofold_weighted(const plumb_ball *weight, const unsigned char *visible, const double *value,
                                       size_t n, size_t width, size_t column);
#endif
