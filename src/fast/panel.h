/* panel.h - a panel of keys: transposed, so that the lanes of one dimension lie side by side. */
#ifndef PLUMB_FAST_PANEL_H
#define PLUMB_FAST_PANEL_H
#include "fast/lanes.h"
#include "number/index.h"

/* panel[c][j] = key[j][c] for j < keys <= PLUMB_PANEL, 0 beyond; key [keys][head_dim],
   panel [head_dim][PLUMB_PANEL]. */
/*@ requires inside: keys <= PLUMB_PANEL && keys * head_dim <= PLUMB_MOST_ELEMENTS &&
                     head_dim * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(key + (0 .. keys * head_dim - 1));
    requires writes: \valid(panel + (0 .. head_dim * PLUMB_PANEL - 1));
    requires apart: \separated(panel + (0 .. head_dim * PLUMB_PANEL - 1), key + (0 .. keys * head_dim - 1));
    assigns panel[0 .. head_dim * PLUMB_PANEL - 1];
*/
void plumb_panel_fill(const double *key, size_t keys, size_t head_dim, double *panel);

/* sum[j] = query.key_j and magnitude[j], as plumb_dot has them; query [head_dim]. */
/*@ requires inside: head_dim * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(panel + (0 .. head_dim * PLUMB_PANEL - 1));
    requires writes: \valid(sum + (0 .. PLUMB_PANEL - 1)) && \valid(magnitude + (0 .. PLUMB_PANEL - 1));
    requires apart: \separated(query + (0 .. head_dim - 1), sum + (0 .. PLUMB_PANEL - 1), magnitude + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(panel + (0 .. head_dim * PLUMB_PANEL - 1), sum + (0 .. PLUMB_PANEL - 1),
                               magnitude + (0 .. PLUMB_PANEL - 1));
    assigns sum[0 .. PLUMB_PANEL - 1], magnitude[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_dots(const double *query, const double *panel, size_t head_dim, double *sum,
                      double *magnitude);

/* score[j] = scale * the ball of a dot product over head_dim, for j < keys. */
/*@ requires inside: keys <= PLUMB_PANEL && head_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(sum + (0 .. PLUMB_PANEL - 1)) && \valid_read(magnitude + (0 .. PLUMB_PANEL - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1));
    requires apart: \separated(score + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns score[0 .. keys - 1];
*/
void plumb_panel_scores(const double *sum, const double *magnitude, const unsigned char *visible,
                        size_t keys, size_t head_dim, plumb_ball scale, plumb_ball *score);
#endif
