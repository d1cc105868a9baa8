/* transposed.c - see transposed.h. */
#include "fast/transposed.h"

/* So many numbers lie in one line of the cache. */
#define LINE 8

/* The next LINE columns, which begin at x: copied row after row, so that a compiler can see how they are to be
   exchanged. */
/*@ requires inside: 0 < rows <= PLUMB_PANEL && PLUMB_PANEL <= pitch && rows * pitch <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(x + (0 .. (rows - 1) * pitch + LINE - 1));
    requires writes: \valid(column + (0 .. LINE * PLUMB_PANEL - 1));
    requires apart:
      \separated(column + (0 .. LINE * PLUMB_PANEL - 1), x + (0 .. (rows - 1) * pitch + LINE - 1));
    assigns column[0 .. LINE * PLUMB_PANEL - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void transpose_line(const double *restrict x, size_t pitch, size_t rows, double *restrict column) {
    double copy[PLUMB_PANEL * LINE] PLUMB_ALIGNED;
    if (rows < PLUMB_PANEL)
        plumb_lane_zero(copy, PLUMB_PANEL * LINE);
    /*@ loop invariant index: 0 <= r <= rows;
        loop assigns r, copy[0 .. PLUMB_PANEL * LINE - 1];
        loop variant rows - r;
    */
    for (size_t r = 0; r < rows; r++) {
        const double *row = x + plumb_row_offset(r, pitch, rows);
        /*@ loop invariant index_2: 0 <= c <= LINE;
            loop assigns c, copy[0 .. PLUMB_PANEL * LINE - 1];
            loop variant LINE - c;
        */
        for (size_t c = 0; c < LINE; c++)
            copy[r * LINE + c] = row[c];
    }
    /*@ loop invariant index_3: 0 <= r <= PLUMB_PANEL;
        loop assigns r, column[0 .. LINE * PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - r;
    */
    for (size_t r = 0; r < PLUMB_PANEL; r++)
        /*@ loop invariant index_4: 0 <= c <= LINE;
            loop assigns c, column[0 .. LINE * PLUMB_PANEL - 1];
            loop variant LINE - c;
        */
        for (size_t c = 0; c < LINE; c++)
            column[c * PLUMB_PANEL + r] = copy[r * LINE + c];
}

void plumb_panel_transpose(const double *x, size_t pitch, size_t rows, double *column) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL && j % LINE == 0;
        loop assigns j, column[0 .. PLUMB_PANEL * PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j += LINE)
        transpose_line(x + j, pitch, rows, column + j * PLUMB_PANEL);
}

/* A row joins as lane r of every column. */
/*@ requires inside: r < PLUMB_PANEL;
    requires reads: \valid_read(row + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(column + (0 .. PLUMB_PANEL * PLUMB_PANEL - 1));
    requires apart: \separated(column + (0 .. PLUMB_PANEL * PLUMB_PANEL - 1), row + (0 .. PLUMB_PANEL - 1));
    assigns column[0 .. PLUMB_PANEL * PLUMB_PANEL - 1];
*/
static inline void put_row(const unsigned char *restrict row, size_t r, unsigned char *restrict column) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, column[0 .. PLUMB_PANEL * PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        column[j * PLUMB_PANEL + r] = row[j];
}

/*@ requires writes: \valid(column + (0 .. PLUMB_PANEL * PLUMB_PANEL - 1));
    assigns column[0 .. PLUMB_PANEL * PLUMB_PANEL - 1];
*/
static inline void fill(unsigned char *column, unsigned char with) {
    /*@ loop invariant index: 0 <= i <= PLUMB_PANEL * PLUMB_PANEL;
        loop assigns i, column[0 .. PLUMB_PANEL * PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL * PLUMB_PANEL - i;
    */
    for (size_t i = 0; i < PLUMB_PANEL * PLUMB_PANEL; i++)
        column[i] = with;
}

/* Whether all rows of a whole panel see all of its keys. */
/*@ requires inside: 0 < rows <= PLUMB_PANEL && PLUMB_PANEL <= pitch && rows * pitch <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(visible + (0 .. (rows - 1) * pitch + PLUMB_PANEL - 1));
    assigns \nothing;
*/
static int all_see(const unsigned char *visible, size_t pitch, size_t rows) {
    int all = rows == PLUMB_PANEL;
    /*@ loop invariant index: 0 <= r <= rows;
        loop assigns r, all;
        loop variant rows - r;
    */
    for (size_t r = 0; r < rows && all; r++)
        all = plumb_lane_all(visible + plumb_row_offset(r, pitch, rows), PLUMB_PANEL);
    return all;
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_transpose_mask(const unsigned char *visible, size_t pitch, size_t rows, unsigned char *column) {
    int all = all_see(visible, pitch, rows);
    fill(column, all ? 1 : 0);
    /*@ loop invariant index: 0 <= r <= rows;
        loop assigns r, column[0 .. PLUMB_PANEL * PLUMB_PANEL - 1];
        loop variant rows - r;
    */
    for (size_t r = 0; r < rows && !all; r++)
        put_row(visible + plumb_row_offset(r, pitch, rows), r, column);
}
