/* product_blocks.c - tiles of four rows.  Registers hold the sums of a block; each is added to its sum in memory once,
   when the block ends. */
#include "fast/product_blocks.h"
#include "fast/product_rows.h"

/* b [last][columns] has the columns of a tile, from x on */
/*@ predicate has_columns(double *b, integer columns, integer first, integer last, integer x) =
      first <= last <= PLUMB_MOST_ELEMENTS && x + PLUMB_TILE_COLUMNS <= columns <= PLUMB_MOST_ELEMENTS &&
      last * columns <= PLUMB_MOST_ELEMENTS && \valid_read(b + (0 .. last * columns - 1)); */

/*@ requires reads: has_columns(b, columns, first, last, x) && \valid_read(a + (0 .. last - 1));
    requires writes: \valid(sum + (0 .. PLUMB_TILE_COLUMNS - 1));
    requires apart: \separated(sum + (0 .. PLUMB_TILE_COLUMNS - 1), a + (0 .. last - 1)) &&
                    \separated(sum + (0 .. PLUMB_TILE_COLUMNS - 1), b + (0 .. last * columns - 1));
    assigns sum[0 .. PLUMB_TILE_COLUMNS - 1];
*/
static inline void add_row_of_block(const double *restrict a, const double *restrict b,
                                    size_t columns, size_t first, size_t last, size_t x,
                                    double *restrict sum) {
    double part[PLUMB_TILE_COLUMNS] = {0.0};
    /*@ loop invariant index: first <= i <= last;
        loop assigns i, part[0 .. PLUMB_TILE_COLUMNS - 1];
        loop variant last - i;
    */
    for (size_t i = first; i < last; i++)
        plumb_add_row(a[i], b + plumb_row_offset(i, columns, last) + x, part, PLUMB_TILE_COLUMNS);
    /*@ loop invariant index: 0 <= k <= PLUMB_TILE_COLUMNS;
        loop assigns k, sum[0 .. PLUMB_TILE_COLUMNS - 1];
        loop variant PLUMB_TILE_COLUMNS - k;
    */
    for (size_t k = 0; k < PLUMB_TILE_COLUMNS; k++)
        sum[k] += part[k];
}

/*@ requires inside: row < p.rows && last <= p.terms <= PLUMB_MOST_ELEMENTS && p.rows * p.terms <= PLUMB_MOST_ELEMENTS;
    assigns \result \from p.a, p.terms, row;
    ensures value: \result == p.a + place(row, p.terms, 0);
    ensures within: 0 <= place(row, p.terms, 0) && place(row, p.terms, 0) + last <= p.rows * p.terms;
*/
static inline const double *row_of_a(plumb_products p, size_t row, size_t last) {
    (void)last; /* stands only in the contract */
    return p.a + plumb_row_offset(row, p.terms, p.rows);
}

/* Adds the parts of four rows to their sums, [PLUMB_TILE_COLUMNS] each. */
/*@ requires reads:
      \valid_read(part0 + (0 .. PLUMB_TILE_COLUMNS - 1)) && \valid_read(part1 + (0 .. PLUMB_TILE_COLUMNS - 1)) &&
      \valid_read(part2 + (0 .. PLUMB_TILE_COLUMNS - 1)) && \valid_read(part3 + (0 .. PLUMB_TILE_COLUMNS - 1));
    requires writes: \valid(sum0 + (0 .. PLUMB_TILE_COLUMNS - 1)) && \valid(sum1 + (0 .. PLUMB_TILE_COLUMNS - 1)) &&
                     \valid(sum2 + (0 .. PLUMB_TILE_COLUMNS - 1)) && \valid(sum3 + (0 .. PLUMB_TILE_COLUMNS - 1));
    requires apart:
      \separated(sum0 + (0 .. PLUMB_TILE_COLUMNS - 1), sum1 + (0 .. PLUMB_TILE_COLUMNS - 1),
                 sum2 + (0 .. PLUMB_TILE_COLUMNS - 1), sum3 + (0 .. PLUMB_TILE_COLUMNS - 1),
                 part0 + (0 .. PLUMB_TILE_COLUMNS - 1), part1 + (0 .. PLUMB_TILE_COLUMNS - 1),
                 part2 + (0 .. PLUMB_TILE_COLUMNS - 1), part3 + (0 .. PLUMB_TILE_COLUMNS - 1));
    assigns sum0[0 .. PLUMB_TILE_COLUMNS - 1], sum1[0 .. PLUMB_TILE_COLUMNS - 1],
            sum2[0 .. PLUMB_TILE_COLUMNS - 1], sum3[0 .. PLUMB_TILE_COLUMNS - 1];
*/
static inline void add_parts(const double *restrict part0, const double *restrict part1,
                             const double *restrict part2, const double *restrict part3,
                             double *restrict sum0, double *restrict sum1, double *restrict sum2,
                             double *restrict sum3) {
    /*@ loop invariant index: 0 <= k <= PLUMB_TILE_COLUMNS;
        loop assigns k, sum0[0 .. PLUMB_TILE_COLUMNS - 1], sum1[0 .. PLUMB_TILE_COLUMNS - 1],
                     sum2[0 .. PLUMB_TILE_COLUMNS - 1], sum3[0 .. PLUMB_TILE_COLUMNS - 1];
        loop variant PLUMB_TILE_COLUMNS - k;
    */
    for (size_t k = 0; k < PLUMB_TILE_COLUMNS; k++) {
        sum0[k] += part0[k];
        sum1[k] += part1[k];
        sum2[k] += part2[k];
        sum3[k] += part3[k];
    }
}

/* Adds a block of terms to four rows of sums, in the columns of one tile.
   row          first of the rows
   first, end   terms, `end` excluded
   last         rows of b that may be read
   x            first of the columns */
/*@ requires inside: row + PLUMB_TILE_ROWS <= p.rows && first <= end <= last &&
                     x + PLUMB_TILE_COLUMNS <= p.columns <= PLUMB_MOST_ELEMENTS;
    requires writes: has_products(p, last);
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
static inline void add_tile_of_block(plumb_products p, size_t row, size_t first, size_t end, size_t last, size_t x) {
    const double *a0 = row_of_a(p, row, last), *a1 = row_of_a(p, row + 1, last);
    const double *a2 = row_of_a(p, row + 2, last), *a3 = row_of_a(p, row + 3, last);
    double part0[PLUMB_TILE_COLUMNS] = {0.0}, part1[PLUMB_TILE_COLUMNS] = {0.0};
    double part2[PLUMB_TILE_COLUMNS] = {0.0}, part3[PLUMB_TILE_COLUMNS] = {0.0};
    /*@ loop invariant index: first <= i <= end;
        loop assigns i, part0[0 .. PLUMB_TILE_COLUMNS - 1], part1[0 .. PLUMB_TILE_COLUMNS - 1],
                     part2[0 .. PLUMB_TILE_COLUMNS - 1], part3[0 .. PLUMB_TILE_COLUMNS - 1];
        loop variant end - i;
    */
    for (size_t i = first; i < end; i++) {
        const double *b = p.b + plumb_row_offset(i, p.columns, last) + x;
        /*@ loop invariant index: 0 <= k <= PLUMB_TILE_COLUMNS;
            loop assigns k, part0[0 .. PLUMB_TILE_COLUMNS - 1], part1[0 .. PLUMB_TILE_COLUMNS - 1],
                         part2[0 .. PLUMB_TILE_COLUMNS - 1], part3[0 .. PLUMB_TILE_COLUMNS - 1];
            loop variant PLUMB_TILE_COLUMNS - k;
        */
        for (size_t k = 0; k < PLUMB_TILE_COLUMNS; k++) {
            part0[k] = plumb_fused(a0[i], b[k], part0[k]);
            part1[k] = plumb_fused(a1[i], b[k], part1[k]);
            part2[k] = plumb_fused(a2[i], b[k], part2[k]);
            part3[k] = plumb_fused(a3[i], b[k], part3[k]);
        }
    }
    add_parts(part0, part1, part2, part3, plumb_row_of_sum(p, row) + x, plumb_row_of_sum(p, row + 1) + x,
              plumb_row_of_sum(p, row + 2) + x, plumb_row_of_sum(p, row + 3) + x);
}

/* The same for longer rows, [PLUMB_LONG_TILE] each. */
/*@ requires reads:
      \valid_read(part0 + (0 .. PLUMB_LONG_TILE - 1)) && \valid_read(part1 + (0 .. PLUMB_LONG_TILE - 1)) &&
      \valid_read(part2 + (0 .. PLUMB_LONG_TILE - 1)) && \valid_read(part3 + (0 .. PLUMB_LONG_TILE - 1));
    requires writes: \valid(sum0 + (0 .. PLUMB_LONG_TILE - 1)) && \valid(sum1 + (0 .. PLUMB_LONG_TILE - 1)) &&
                     \valid(sum2 + (0 .. PLUMB_LONG_TILE - 1)) && \valid(sum3 + (0 .. PLUMB_LONG_TILE - 1));
    requires apart:
      \separated(sum0 + (0 .. PLUMB_LONG_TILE - 1), sum1 + (0 .. PLUMB_LONG_TILE - 1),
                 sum2 + (0 .. PLUMB_LONG_TILE - 1), sum3 + (0 .. PLUMB_LONG_TILE - 1),
                 part0 + (0 .. PLUMB_LONG_TILE - 1), part1 + (0 .. PLUMB_LONG_TILE - 1),
                 part2 + (0 .. PLUMB_LONG_TILE - 1), part3 + (0 .. PLUMB_LONG_TILE - 1));
    assigns sum0[0 .. PLUMB_LONG_TILE - 1], sum1[0 .. PLUMB_LONG_TILE - 1],
            sum2[0 .. PLUMB_LONG_TILE - 1], sum3[0 .. PLUMB_LONG_TILE - 1];
*/
static inline void add_long_parts(const double *restrict part0, const double *restrict part1,
                                  const double *restrict part2, const double *restrict part3,
                                  double *restrict sum0, double *restrict sum1, double *restrict sum2,
                                  double *restrict sum3) {
    /*@ loop invariant index: 0 <= k <= PLUMB_LONG_TILE;
        loop assigns k, sum0[0 .. PLUMB_LONG_TILE - 1], sum1[0 .. PLUMB_LONG_TILE - 1],
                     sum2[0 .. PLUMB_LONG_TILE - 1], sum3[0 .. PLUMB_LONG_TILE - 1];
        loop variant PLUMB_LONG_TILE - k;
    */
    for (size_t k = 0; k < PLUMB_LONG_TILE; k++) {
        sum0[k] += part0[k];
        sum1[k] += part1[k];
        sum2[k] += part2[k];
        sum3[k] += part3[k];
    }
}

/* The same with longer rows.  It is a function of its own, since in a longer one gcc does not see that all of its sums
   fit into registers. */
/*@ requires inside: row + PLUMB_TILE_ROWS <= p.rows && first <= end <= last &&
                     x + PLUMB_LONG_TILE <= p.columns <= PLUMB_MOST_ELEMENTS;
    requires writes: has_products(p, last);
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void add_long_tile(plumb_products p, size_t row, size_t first, size_t end, size_t last, size_t x) {
    const double *a0 = row_of_a(p, row, last), *a1 = row_of_a(p, row + 1, last);
    const double *a2 = row_of_a(p, row + 2, last), *a3 = row_of_a(p, row + 3, last);
    double part0[PLUMB_LONG_TILE] = {0.0}, part1[PLUMB_LONG_TILE] = {0.0};
    double part2[PLUMB_LONG_TILE] = {0.0}, part3[PLUMB_LONG_TILE] = {0.0};
    /*@ loop invariant index: first <= i <= end;
        loop assigns i, part0[0 .. PLUMB_LONG_TILE - 1], part1[0 .. PLUMB_LONG_TILE - 1],
                     part2[0 .. PLUMB_LONG_TILE - 1], part3[0 .. PLUMB_LONG_TILE - 1];
        loop variant end - i;
    */
    for (size_t i = first; i < end; i++) {
        const double *b = p.b + plumb_row_offset(i, p.columns, last) + x;
        /*@ loop invariant index: 0 <= k <= PLUMB_LONG_TILE;
            loop assigns k, part0[0 .. PLUMB_LONG_TILE - 1], part1[0 .. PLUMB_LONG_TILE - 1],
                         part2[0 .. PLUMB_LONG_TILE - 1], part3[0 .. PLUMB_LONG_TILE - 1];
            loop variant PLUMB_LONG_TILE - k;
        */
        for (size_t k = 0; k < PLUMB_LONG_TILE; k++) {
            part0[k] = plumb_fused(a0[i], b[k], part0[k]);
            part1[k] = plumb_fused(a1[i], b[k], part1[k]);
            part2[k] = plumb_fused(a2[i], b[k], part2[k]);
            part3[k] = plumb_fused(a3[i], b[k], part3[k]);
        }
    }
    add_long_parts(part0, part1, part2, part3, plumb_row_of_sum(p, row) + x, plumb_row_of_sum(p, row + 1) + x,
                   plumb_row_of_sum(p, row + 2) + x, plumb_row_of_sum(p, row + 3) + x);
}

/* Where the terms of a tile of rows end, if some end before the last. */
/*@ requires inside: first <= last;
    requires reads: width == \null || \valid_read(width + (0 .. PLUMB_TILE_ROWS - 1));
    assigns \nothing;
    ensures inside: first <= \result <= last;
*/
static inline size_t end_of_tile(const size_t *width, size_t first, size_t last) {
    if (width == NULL)
        return last;
    size_t end = plumb_lane_widest(width, PLUMB_TILE_ROWS, last);
    return first < end ? end : first;
}

/* Of the columns of one tile, all rows. */
/*@ requires inside: first <= last && x + PLUMB_TILE_COLUMNS <= p.columns <= PLUMB_MOST_ELEMENTS;
    requires reads: width == \null || \valid_read(width + (0 .. p.rows - 1));
    requires writes: has_products(p, last);
    requires apart: width == \null || \separated(p.sum + (0 .. p.rows * p.columns - 1), width + (0 .. p.rows - 1));
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
static inline void add_columns(plumb_products p, const size_t *width, size_t first, size_t last,
                               size_t x) {
    size_t row = 0;
    /*@ loop invariant index: 0 <= row <= p.rows;
        loop assigns row, p.sum[0 .. p.rows * p.columns - 1];
        loop variant p.rows - row;
    */
    for (; row + PLUMB_TILE_ROWS <= p.rows; row += PLUMB_TILE_ROWS)
        add_tile_of_block(p, row, first, end_of_tile(width == NULL ? NULL : width + row, first, last), last, x);
    /*@ loop invariant index: 0 <= row <= p.rows;
        loop assigns row, p.sum[0 .. p.rows * p.columns - 1];
        loop variant p.rows - row;
    */
    for (; row < p.rows; row++)
        add_row_of_block(row_of_a(p, row, last), p.b, p.columns, first, last, x,
                         plumb_row_of_sum(p, row) + x);
}

/* Of the columns of one long tile, all rows. */
/*@ requires inside: first <= last && x + PLUMB_LONG_TILE <= p.columns <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(width + (0 .. p.rows - 1));
    requires writes: has_products(p, last);
    requires apart: \separated(p.sum + (0 .. p.rows * p.columns - 1), width + (0 .. p.rows - 1));
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
static inline void add_long_columns(plumb_products p, const size_t *width, size_t first,
                                    size_t last, size_t x) {
    size_t row = 0;
    /*@ loop invariant index: 0 <= row <= p.rows;
        loop assigns row, p.sum[0 .. p.rows * p.columns - 1];
        loop variant p.rows - row;
    */
    for (; row + PLUMB_TILE_ROWS <= p.rows; row += PLUMB_TILE_ROWS)
        add_long_tile(p, row, first, end_of_tile(width + row, first, last), last, x);
    /*@ loop invariant index: 0 <= row <= p.rows;
        loop assigns row, p.sum[0 .. p.rows * p.columns - 1];
        loop variant p.rows - row;
    */
    for (; row < p.rows; row++)
        /*@ loop invariant index_2: 0 <= k <= PLUMB_LONG_TILE && k % PLUMB_TILE_COLUMNS == 0;
            loop assigns k, p.sum[0 .. p.rows * p.columns - 1];
            loop variant PLUMB_LONG_TILE - k;
        */
        for (size_t k = 0; k < PLUMB_LONG_TILE; k += PLUMB_TILE_COLUMNS)
            add_row_of_block(row_of_a(p, row, last), p.b, p.columns, first, last, x + k,
                             plumb_row_of_sum(p, row) + x + k);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_add_block(plumb_products p, size_t first, size_t last, size_t width) {
    /*@ loop invariant index: 0 <= x <= p.columns && x % PLUMB_TILE_COLUMNS == 0;
        loop assigns x, p.sum[0 .. p.rows * p.columns - 1];
        loop variant p.columns - x;
    */
    for (size_t x = 0; x < width; x += PLUMB_TILE_COLUMNS)
        add_columns(p, NULL, first, last, x);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_add_short_block(plumb_products p, const size_t *width, size_t first, size_t last) {
    /*@ loop invariant index: 0 <= x <= p.columns && x % PLUMB_TILE_COLUMNS == 0;
        loop assigns x, p.sum[0 .. p.rows * p.columns - 1];
        loop variant p.columns - x;
    */
    for (size_t x = 0; x < p.columns; x += PLUMB_TILE_COLUMNS)
        add_columns(p, width, first, last, x);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_add_long_block(plumb_products p, const size_t *width, size_t first, size_t last) {
    /*@ loop invariant index: 0 <= x <= p.columns && x % PLUMB_LONG_TILE == 0;
        loop assigns x, p.sum[0 .. p.rows * p.columns - 1];
        loop variant p.columns - x;
    */
    for (size_t x = 0; x < p.columns; x += PLUMB_LONG_TILE)
        add_long_columns(p, width, first, last, x);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_close_block(size_t count, double *restrict sum, double *restrict part) {
    /*@ loop invariant index: 0 <= i <= count;
        loop assigns i, sum[0 .. count - 1], part[0 .. count - 1];
        loop variant count - i;
    */
    for (size_t i = 0; i < count; i++) {
        sum[i] += part[i];
        part[i] = 0.0;
    }
}
