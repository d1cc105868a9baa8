/* product_blocks.h - sums of products of a block of terms, which stay in registers until the block ends. */
#ifndef PLUMB_FAST_PRODUCT_BLOCKS_H
#define PLUMB_FAST_PRODUCT_BLOCKS_H
#include "fast/products.h"

/* Columns that a tile has of which registers hold the sums of four rows; where instructions hold eight
   lanes it may have more. */
#define PLUMB_TILE_COLUMNS 8
#define PLUMB_LONG_TILE 32

/* sum[r][x] becomes sum[r][x] + (the sum of a[r][i] b[i][x] from 0, for each i as in plumb_add_products), for
   every row and every x < width, rounded up to whole tiles: a block of terms whose sums stay in registers. */
/*@ requires inside: first <= last && width <= p.columns <= PLUMB_MOST_ELEMENTS && p.columns % PLUMB_TILE_COLUMNS == 0;
    requires writes: has_products(p, last);
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
void plumb_add_block(plumb_products p, size_t first, size_t last, size_t width);

/* Likewise, of all columns.  Of row r a product is 0 from term width[r] on, so that it may be left out. */
/*@ requires inside: first <= last && p.columns <= PLUMB_MOST_ELEMENTS && p.columns % PLUMB_TILE_COLUMNS == 0;
    requires reads: \valid_read(width + (0 .. p.rows - 1));
    requires writes: has_products(p, last);
    requires apart: \separated(p.sum + (0 .. p.rows * p.columns - 1), width + (0 .. p.rows - 1));
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
void plumb_add_short_block(plumb_products p, const size_t *width, size_t first, size_t last);

/* The same in long tiles. */
/*@ requires inside: first <= last && p.columns <= PLUMB_MOST_ELEMENTS && p.columns % PLUMB_LONG_TILE == 0;
    requires reads: \valid_read(width + (0 .. p.rows - 1));
    requires writes: has_products(p, last);
    requires apart: \separated(p.sum + (0 .. p.rows * p.columns - 1), width + (0 .. p.rows - 1));
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
void plumb_add_long_block(plumb_products p, const size_t *width, size_t first, size_t last);

/* A block of terms ends: its sums join those of the blocks before, and the next begins at 0. */
/*@ requires writes: \valid(sum + (0 .. count - 1)) && \valid(part + (0 .. count - 1));
    requires apart: \separated(sum + (0 .. count - 1), part + (0 .. count - 1));
    assigns sum[0 .. count - 1], part[0 .. count - 1];
*/
void plumb_close_block(size_t count, double *sum, double *part);
#endif
