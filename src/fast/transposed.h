/* transposed.h - a panel of several rows, transposed: what is a column of its rows becomes a row of lanes. */
#ifndef PLUMB_FAST_TRANSPOSED_H
#define PLUMB_FAST_TRANSPOSED_H
#include "fast/lanes.h"
#include "number/index.h"

/* column[j][r] = x[r][j] for r < rows <= PLUMB_PANEL, 0 beyond; x [rows][pitch], of which the first PLUMB_PANEL are
   meant, column [PLUMB_PANEL][PLUMB_PANEL]. */
/*@ requires inside: 0 < rows <= PLUMB_PANEL && PLUMB_PANEL <= pitch && rows * pitch <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(x + (0 .. (rows - 1) * pitch + PLUMB_PANEL - 1));
    requires writes: \valid(column + (0 .. PLUMB_PANEL * PLUMB_PANEL - 1));
    requires apart: \separated(column + (0 .. PLUMB_PANEL * PLUMB_PANEL - 1),
                               x + (0 .. (rows - 1) * pitch + PLUMB_PANEL - 1));
    assigns column[0 .. PLUMB_PANEL * PLUMB_PANEL - 1];
*/
void plumb_panel_transpose(const double *x, size_t pitch, size_t rows, double *column);

/* Likewise of what rows see. */
/*@ requires inside: 0 < rows <= PLUMB_PANEL && PLUMB_PANEL <= pitch && rows * pitch <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(visible + (0 .. (rows - 1) * pitch + PLUMB_PANEL - 1));
    requires writes: \valid(column + (0 .. PLUMB_PANEL * PLUMB_PANEL - 1));
    requires apart: \separated(column + (0 .. PLUMB_PANEL * PLUMB_PANEL - 1),
                               visible + (0 .. (rows - 1) * pitch + PLUMB_PANEL - 1));
    assigns column[0 .. PLUMB_PANEL * PLUMB_PANEL - 1];
*/
void plumb_panel_transpose_mask(const unsigned char *visible, size_t pitch, size_t rows, unsigned char *column);
#endif
