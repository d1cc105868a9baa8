/* panel.h - a panel of keys: transposed, so that the lanes of one dimension lie side by side. */
#ifndef PLUMB_FAST_PANEL_H
#define PLUMB_FAST_PANEL_H
#include "fast/lanes.h"
#include "number/index.h"

/* panel[c][j] = key[j][c] for j < keys <= PLUMB_PANEL, 0 beyond; key [keys][head_dim],
   panel [head_dim + 1][PLUMB_PANEL], whose last row is plumb_norm_up of each key. */
/*@ requires inside: keys <= PLUMB_PANEL && keys * head_dim <= PLUMB_MOST_ELEMENTS &&
                     (head_dim + 1) * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(key + (0 .. keys * head_dim - 1));
    requires writes: \valid(panel + (0 .. (head_dim + 1) * PLUMB_PANEL - 1));
    requires apart: \separated(panel + (0 .. (head_dim + 1) * PLUMB_PANEL - 1), key + (0 .. keys * head_dim - 1));
    assigns panel[0 .. (head_dim + 1) * PLUMB_PANEL - 1];
*/
void plumb_panel_fill(const double *key, size_t keys, size_t head_dim, double *panel);

/* The norms of the keys, as plumb_norm_up has them, from the lanes of their dimensions. */
/*@ requires inside: head_dim * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(panel + (0 .. head_dim * PLUMB_PANEL - 1));
    requires writes: \valid(norm + (0 .. PLUMB_PANEL - 1));
    requires apart: \separated(norm + (0 .. PLUMB_PANEL - 1), panel + (0 .. head_dim * PLUMB_PANEL - 1));
    assigns norm[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_norms(const double *panel, size_t head_dim, double *norm);

/* Whether the norms of a panel are at most so large. */
/*@ requires reads: \valid_read(norm + (0 .. PLUMB_PANEL - 1));
    assigns \nothing;
*/
int plumb_panel_is_within(const double *norm, double most);

/* sum[r][j] = query_r.key_j, as plumb_dot has it, for j < width[r] <= PLUMB_PANEL; what is there beyond is such
   a product or 0; query [rows][head_dim], rows <= PLUMB_BUNDLE_ROWS, sum [rows][PLUMB_PANEL]. */
/*@ requires inside: rows <= PLUMB_BUNDLE_ROWS && rows * head_dim <= PLUMB_MOST_ELEMENTS &&
                     head_dim * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. rows * head_dim - 1)) &&
                    \valid_read(panel + (0 .. head_dim * PLUMB_PANEL - 1));
    requires widths: \valid_read(width + (0 .. rows - 1)) &&
                     \separated(sum + (0 .. rows * PLUMB_PANEL - 1), width + (0 .. rows - 1)) &&
                     \forall integer r; 0 <= r < rows ==> width[r] <= PLUMB_PANEL;
    requires writes: \valid(sum + (0 .. rows * PLUMB_PANEL - 1));
    requires apart: \separated(sum + (0 .. rows * PLUMB_PANEL - 1), query + (0 .. rows * head_dim - 1)) &&
                    \separated(sum + (0 .. rows * PLUMB_PANEL - 1), panel + (0 .. head_dim * PLUMB_PANEL - 1));
    assigns sum[0 .. rows * PLUMB_PANEL - 1];
*/
void plumb_panel_dots(const double *query, size_t rows, const double *panel, size_t head_dim, const size_t *width,
                      double *sum);

/* The ball of each visible lane: scale * that of a dot product, no information elsewhere.
   reach = plumb_score_reach of the query, norm of each key. */
/*@ requires reads: \valid_read(sum + (0 .. PLUMB_PANEL - 1)) && \valid_read(norm + (0 .. PLUMB_PANEL - 1)) &&
                    \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible) &&
                    \separated(sum + (0 .. PLUMB_PANEL - 1), mid + (0 .. PLUMB_PANEL - 1),
                               rad + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(norm + (0 .. PLUMB_PANEL - 1), mid + (0 .. PLUMB_PANEL - 1),
                               rad + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_scores(const double *sum, const double *norm, double reach, const unsigned char *visible,
                        plumb_ball scale, double *mid, double *rad);
#endif
