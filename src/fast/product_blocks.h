/* product_blocks.h - sums of products, block by block of terms: registers hold the sums until a block ends. */
#ifndef PLUMB_FAST_PRODUCT_BLOCKS_H
#define PLUMB_FAST_PRODUCT_BLOCKS_H
#include "fast/products.h"

/* Columns of a tile: registers hold the sums of four rows.  Instructions of eight lanes have registers for more. */
#define PLUMB_TILE_COLUMNS 8
#define PLUMB_LONG_TILE 32

/* Adds one block of terms: sums a[r][i] b[i][x] from 0, as plumb_add_products does, and adds the result to sum[r][x].
   p            the matrices
   first, last  terms of the block, `last` excluded
   width        columns to add to, rounded up to whole tiles */
/*@ requires inside: first <= last && width <= p.columns <= PLUMB_MOST_ELEMENTS && p.columns % PLUMB_TILE_COLUMNS == 0;
    requires writes: has_products(p, last);
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
void plumb_add_block(plumb_products p, size_t first, size_t last, size_t width);

/* The same for all columns; width [rows]: the products of row r are 0 from term width[r] on, and may be left out. */
/*@ requires inside: first <= last && p.columns <= PLUMB_MOST_ELEMENTS && p.columns % PLUMB_TILE_COLUMNS == 0;
    requires reads: \valid_read(width + (0 .. p.rows - 1));
    requires writes: has_products(p, last);
    requires apart: \separated(p.sum + (0 .. p.rows * p.columns - 1), width + (0 .. p.rows - 1));
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
void plumb_add_short_block(plumb_products p, const size_t *width, size_t first, size_t last);

/* The same in tiles of PLUMB_LONG_TILE columns. */
/*@ requires inside: first <= last && p.columns <= PLUMB_MOST_ELEMENTS && p.columns % PLUMB_LONG_TILE == 0;
    requires reads: \valid_read(width + (0 .. p.rows - 1));
    requires writes: has_products(p, last);
    requires apart: \separated(p.sum + (0 .. p.rows * p.columns - 1), width + (0 .. p.rows - 1));
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
void plumb_add_long_block(plumb_products p, const size_t *width, size_t first, size_t last);

/* Ends a block of terms: adds its sums, part [count], to those of the blocks before, sum [count], and clears `part`. */
/*@ requires writes: \valid(sum + (0 .. count - 1)) && \valid(part + (0 .. count - 1));
    requires apart: \separated(sum + (0 .. count - 1), part + (0 .. count - 1));
    assigns sum[0 .. count - 1], part[0 .. count - 1];
*/
void plumb_close_block(size_t count, double *sum, double *part);
#endif
