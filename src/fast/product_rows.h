/* product_rows.h - what products.c and product_blocks.c share: tiles, and one term added to one row of sums. */
#ifndef PLUMB_FAST_PRODUCT_ROWS_H
#define PLUMB_FAST_PRODUCT_ROWS_H
#include "fast/products.h"

/* Rows and terms of a tile: each number is loaded once for PLUMB_TILE_ROWS products. */
#define PLUMB_TILE_ROWS 4

/*@ predicate reads_four(double *b0, double *b1, double *b2, double *b3, integer n) =
      \valid_read(b0 + (0 .. n - 1)) && \valid_read(b1 + (0 .. n - 1)) &&
      \valid_read(b2 + (0 .. n - 1)) && \valid_read(b3 + (0 .. n - 1)); */

/*@ predicate apart_from_one(double *b, double *sum, integer n) =
      \separated(b + (0 .. n - 1), sum + (0 .. n - 1)); */

/* Adds a b [width] to sum [width]. */
/*@ requires reads: \valid_read(b + (0 .. width - 1));
    requires writes: \valid(sum + (0 .. width - 1));
    requires apart: apart_from_one(b, sum, width);
    assigns sum[0 .. width - 1];
*/
static inline void plumb_add_row(double a, const double *restrict b, double *restrict sum, size_t width) {
    /*@ loop invariant index: 0 <= x <= width;
        loop assigns x, sum[0 .. width - 1];
        loop variant width - x;
    */
    for (size_t x = 0; x < width; x++)
        sum[x] = plumb_fused(a, b[x], sum[x]);
}

/* The rows of a tile are apart, as `restrict` demands. */
/*@ lemma rows_apart: \forall integer r, s, w; r < s && 0 <= w ==> place(r, w, 0) + w <= place(s, w, 0); */

/*@ requires inside: row < p.rows && p.rows * p.columns <= PLUMB_MOST_ELEMENTS;
    assigns \result \from p.sum, p.columns, row;
    ensures value: \result == p.sum + place(row, p.columns, 0);
    ensures within: 0 <= place(row, p.columns, 0) && place(row, p.columns, 0) + p.columns <= p.rows * p.columns;
*/
static inline double *plumb_row_of_sum(plumb_products p, size_t row) {
    return p.sum + plumb_row_offset(row, p.columns, p.rows);
}

#endif
