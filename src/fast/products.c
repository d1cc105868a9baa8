/* products.c - see products.h. */
#include "fast/products.h"

/* Rows and terms of a tile: its sums are loaded and stored once for TILE products each, and what is
   multiplied is loaded once for TILE sums. */
#define TILE 4

typedef struct {
    double at0, at1, at2, at3;
} four;

/*@ requires reads: \valid_read(a + (0 .. 3));
    assigns \nothing;
*/
static inline four load_four(const double *a) {
    return (four){a[0], a[1], a[2], a[3]};
}

/*@ assigns \nothing; */
static inline double add_four(four a, four b, double sum) {
    sum = plumb_fused(a.at0, b.at0, sum);
    sum = plumb_fused(a.at1, b.at1, sum);
    sum = plumb_fused(a.at2, b.at2, sum);
    return plumb_fused(a.at3, b.at3, sum);
}

/*@ predicate reads_four(double *b0, double *b1, double *b2, double *b3, integer n) =
      \valid_read(b0 + (0 .. n - 1)) && \valid_read(b1 + (0 .. n - 1)) &&
      \valid_read(b2 + (0 .. n - 1)) && \valid_read(b3 + (0 .. n - 1)); */

/*@ predicate apart_from_four(double *b, double *s0, double *s1, double *s2, double *s3, integer n) =
      \separated(b + (0 .. n - 1), s0 + (0 .. n - 1), s1 + (0 .. n - 1), s2 + (0 .. n - 1), s3 + (0 .. n - 1)); */

/* four rows of the sums */
/*@ requires reads: reads_four(b0, b1, b2, b3, width);
    requires writes: \valid(sum0 + (0 .. width - 1)) && \valid(sum1 + (0 .. width - 1)) &&
                     \valid(sum2 + (0 .. width - 1)) && \valid(sum3 + (0 .. width - 1));
    requires apart: apart_from_four(b0, sum0, sum1, sum2, sum3, width) &&
                    apart_from_four(b1, sum0, sum1, sum2, sum3, width) &&
                    apart_from_four(b2, sum0, sum1, sum2, sum3, width) &&
                    apart_from_four(b3, sum0, sum1, sum2, sum3, width);
    assigns sum0[0 .. width - 1], sum1[0 .. width - 1], sum2[0 .. width - 1], sum3[0 .. width - 1];
*/
static inline void add_to_four(four a0, four a1, four a2, four a3, const double *restrict b0,
                               const double *restrict b1, const double *restrict b2,
                               const double *restrict b3, double *restrict sum0,
                               double *restrict sum1, double *restrict sum2, double *restrict sum3,
                               size_t width) {
    /*@ loop invariant index: 0 <= x <= width;
        loop assigns x, sum0[0 .. width - 1], sum1[0 .. width - 1], sum2[0 .. width - 1], sum3[0 .. width - 1];
        loop variant width - x;
    */
    for (size_t x = 0; x < width; x++) {
        four b = {b0[x], b1[x], b2[x], b3[x]};
        sum0[x] = add_four(a0, b, sum0[x]);
        sum1[x] = add_four(a1, b, sum1[x]);
        sum2[x] = add_four(a2, b, sum2[x]);
        sum3[x] = add_four(a3, b, sum3[x]);
    }
}

/* For the rows of the sums in a tile, which `restrict` takes for different ones. */
/*@ lemma rows_apart: \forall integer r, s, w; r < s && 0 <= w ==> place(r, w, 0) + w <= place(s, w, 0); */

/*@ requires inside: row < p.rows && term + TILE <= p.terms <= PLUMB_MOST_ELEMENTS &&
                     p.rows * p.terms <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(p.a + (0 .. p.rows * p.terms - 1));
    assigns \nothing;
*/
static inline four load_a(plumb_products p, size_t row, size_t term) {
    return load_four(p.a + plumb_row_offset(row, p.terms, p.rows) + term);
}

/*@ requires inside: term < last && last * p.columns <= PLUMB_MOST_ELEMENTS;
    assigns \result \from p.b, p.columns, term;
    ensures value: \result == p.b + place(term, p.columns, 0);
    ensures within: 0 <= place(term, p.columns, 0) && place(term, p.columns, 0) + p.columns <= last * p.columns;
*/
static inline const double *row_of_b(plumb_products p, size_t term, size_t last) {
    return p.b + plumb_row_offset(term, p.columns, last);
}

/*@ requires inside: row < p.rows && p.rows * p.columns <= PLUMB_MOST_ELEMENTS;
    assigns \result \from p.sum, p.columns, row;
    ensures value: \result == p.sum + place(row, p.columns, 0);
    ensures within: 0 <= place(row, p.columns, 0) && place(row, p.columns, 0) + p.columns <= p.rows * p.columns;
*/
static inline double *row_of_sum(plumb_products p, size_t row) {
    return p.sum + plumb_row_offset(row, p.columns, p.rows);
}

/*@ requires inside: row + TILE <= p.rows && term + TILE <= last && width <= p.columns;
    requires writes: has_products(p, last);
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
static inline void add_tile(plumb_products p, size_t row, size_t term, size_t last, size_t width) {
    add_to_four(load_a(p, row, term), load_a(p, row + 1, term), load_a(p, row + 2, term),
                load_a(p, row + 3, term), row_of_b(p, term, last), row_of_b(p, term + 1, last),
                row_of_b(p, term + 2, last), row_of_b(p, term + 3, last), row_of_sum(p, row),
                row_of_sum(p, row + 1), row_of_sum(p, row + 2), row_of_sum(p, row + 3), width);
}

/*@ predicate apart_from_one(double *b, double *sum, integer n) =
      \separated(b + (0 .. n - 1), sum + (0 .. n - 1)); */

/*@ requires reads: reads_four(b0, b1, b2, b3, width);
    requires writes: \valid(sum + (0 .. width - 1));
    requires apart: apart_from_one(b0, sum, width) && apart_from_one(b1, sum, width) &&
                    apart_from_one(b2, sum, width) && apart_from_one(b3, sum, width);
    assigns sum[0 .. width - 1];
*/
static inline void add_to_one(four a, const double *restrict b0, const double *restrict b1,
                              const double *restrict b2, const double *restrict b3,
                              double *restrict sum, size_t width) {
    /*@ loop invariant index: 0 <= x <= width;
        loop assigns x, sum[0 .. width - 1];
        loop variant width - x;
    */
    for (size_t x = 0; x < width; x++)
        sum[x] = add_four(a, (four){b0[x], b1[x], b2[x], b3[x]}, sum[x]);
}

/*@ requires inside: row < p.rows && term + TILE <= last && width <= p.columns;
    requires writes: has_products(p, last);
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
static inline void add_four_terms(plumb_products p, size_t row, size_t term, size_t last,
                                  size_t width) {
    add_to_one(load_a(p, row, term), row_of_b(p, term, last), row_of_b(p, term + 1, last),
               row_of_b(p, term + 2, last), row_of_b(p, term + 3, last), row_of_sum(p, row), width);
}

/*@ requires reads: \valid_read(b + (0 .. width - 1));
    requires writes: \valid(sum + (0 .. width - 1));
    requires apart: apart_from_one(b, sum, width);
    assigns sum[0 .. width - 1];
*/
static inline void add_one(double a, const double *restrict b, double *restrict sum, size_t width) {
    /*@ loop invariant index: 0 <= x <= width;
        loop assigns x, sum[0 .. width - 1];
        loop variant width - x;
    */
    for (size_t x = 0; x < width; x++)
        sum[x] = plumb_fused(a, b[x], sum[x]);
}

/*@ requires inside: row < p.rows && term < last && width <= p.columns;
    requires writes: has_products(p, last);
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
static inline void add_term(plumb_products p, size_t row, size_t term, size_t last, size_t width) {
    add_one(p.a[plumb_element_offset(row, term, p.terms, p.rows)], row_of_b(p, term, last),
            row_of_sum(p, row), width);
}

/*@ requires inside: term + TILE <= last && width <= p.columns;
    requires writes: has_products(p, last);
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
static inline void add_four_terms_to_all(plumb_products p, size_t term, size_t last, size_t width) {
    size_t row = 0;
    /*@ loop invariant index: 0 <= row <= p.rows;
        loop assigns row, p.sum[0 .. p.rows * p.columns - 1];
        loop variant p.rows - row;
    */
    for (; row + TILE <= p.rows; row += TILE)
        add_tile(p, row, term, last, width);
    /*@ loop invariant index: 0 <= row <= p.rows;
        loop assigns row, p.sum[0 .. p.rows * p.columns - 1];
        loop variant p.rows - row;
    */
    for (; row < p.rows; row++)
        add_four_terms(p, row, term, last, width);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_add_products(plumb_products p, size_t first, size_t last, size_t width) {
    size_t term = first;
    /*@ loop invariant index: first <= term <= last;
        loop assigns term, p.sum[0 .. p.rows * p.columns - 1];
        loop variant last - term;
    */
    for (; term + TILE <= last; term += TILE)
        add_four_terms_to_all(p, term, last, width);
    /*@ loop invariant index: first <= term <= last;
        loop assigns term, p.sum[0 .. p.rows * p.columns - 1];
        loop variant last - term;
    */
    for (; term < last; term++)
        /*@ loop invariant index: 0 <= row <= p.rows;
            loop assigns row, p.sum[0 .. p.rows * p.columns - 1];
            loop variant p.rows - row;
        */
        for (size_t row = 0; row < p.rows; row++)
            add_term(p, row, term, last, width);
}

/*@ requires inside: row + TILE <= p.rows <= PLUMB_MOST_ELEMENTS && term + TILE <= p.terms <= PLUMB_MOST_ELEMENTS &&
                     p.rows * p.terms <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(seen + (0 .. p.rows * p.terms - 1));
    assigns \nothing;
*/
static inline int tile_is_seen(const unsigned char *seen, size_t row, size_t term,
                               plumb_products p) {
    /*@ loop invariant index: row <= r <= row + TILE;
        loop assigns r;
        loop variant row + TILE - r;
    */
    for (size_t r = row; r < row + TILE; r++)
        if (!plumb_lane_all(seen + plumb_row_offset(r, p.terms, p.rows) + term, TILE))
            return 0;
    return 1;
}

/* Up to TILE rows and terms. */
/*@ requires inside: row + rows <= p.rows && term + terms <= last;
    requires reads: \valid_read(seen + (0 .. p.rows * p.terms - 1));
    requires writes: has_products(p, last);
    requires apart: \separated(p.sum + (0 .. p.rows * p.columns - 1), seen + (0 .. p.rows * p.terms - 1));
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
static inline void add_seen_tile(plumb_products p, const unsigned char *seen, size_t row,
                                 size_t rows, size_t term, size_t terms, size_t last) {
    if (rows == TILE && terms == TILE && tile_is_seen(seen, row, term, p)) {
        add_tile(p, row, term, last, p.columns);
        return;
    }
    /*@ loop invariant index: row <= r <= row + rows;
        loop assigns r, p.sum[0 .. p.rows * p.columns - 1];
        loop variant row + rows - r;
    */
    for (size_t r = row; r < row + rows; r++)
        /*@ loop invariant index: term <= i <= term + terms;
            loop assigns i, p.sum[0 .. p.rows * p.columns - 1];
            loop variant term + terms - i;
        */
        for (size_t i = term; i < term + terms; i++)
            if (seen[plumb_element_offset(r, i, p.terms, p.rows)])
                add_term(p, r, i, last, p.columns);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_add_seen_products(plumb_products p, const unsigned char *seen, size_t first,
                             size_t last) {
    /*@ loop invariant index: first <= term < last + TILE;
        loop assigns term, p.sum[0 .. p.rows * p.columns - 1];
        loop variant last + TILE - term;
    */
    for (size_t term = first; term < last; term += TILE)
        /*@ loop invariant index: 0 <= row < p.rows + TILE;
            loop assigns row, p.sum[0 .. p.rows * p.columns - 1];
            loop variant p.rows + TILE - row;
        */
        for (size_t row = 0; row < p.rows; row += TILE)
            add_seen_tile(p, seen, row, p.rows - row < TILE ? p.rows - row : TILE, term,
                          last - term < TILE ? last - term : TILE, last);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_add_product(plumb_products p, size_t row, size_t term) {
    add_term(p, row, term, p.terms, p.columns);
}

/* what a tile of columns from x on reads of b: [last][columns] */
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
        add_one(a[i], b + plumb_row_offset(i, columns, last) + x, part, PLUMB_TILE_COLUMNS);
    /*@ loop invariant index: 0 <= k <= PLUMB_TILE_COLUMNS;
        loop assigns k, sum[0 .. PLUMB_TILE_COLUMNS - 1];
        loop variant PLUMB_TILE_COLUMNS - k;
    */
    for (size_t k = 0; k < PLUMB_TILE_COLUMNS; k++)
        sum[k] += part[k];
}

/*@ predicate apart_from_tile(double *x, integer n, double *s0, double *s1, double *s2, double *s3) =
      \separated(x + (0 .. n - 1), s0 + (0 .. PLUMB_TILE_COLUMNS - 1), s1 + (0 .. PLUMB_TILE_COLUMNS - 1),
                 s2 + (0 .. PLUMB_TILE_COLUMNS - 1), s3 + (0 .. PLUMB_TILE_COLUMNS - 1)); */

/* four rows of it */
/*@ requires reads: has_columns(b, columns, first, last, x) && reads_four(a0, a1, a2, a3, last);
    requires writes: \valid(sum0 + (0 .. PLUMB_TILE_COLUMNS - 1)) && \valid(sum1 + (0 .. PLUMB_TILE_COLUMNS - 1)) &&
                     \valid(sum2 + (0 .. PLUMB_TILE_COLUMNS - 1)) && \valid(sum3 + (0 .. PLUMB_TILE_COLUMNS - 1));
    requires apart_b: apart_from_tile(b, last * columns, sum0, sum1, sum2, sum3);
    requires apart_a0: apart_from_tile(a0, last, sum0, sum1, sum2, sum3);
    requires apart_a1: apart_from_tile(a1, last, sum0, sum1, sum2, sum3);
    requires apart_a2: apart_from_tile(a2, last, sum0, sum1, sum2, sum3);
    requires apart_a3: apart_from_tile(a3, last, sum0, sum1, sum2, sum3);
    assigns sum0[0 .. PLUMB_TILE_COLUMNS - 1], sum1[0 .. PLUMB_TILE_COLUMNS - 1], sum2[0 .. PLUMB_TILE_COLUMNS - 1],
            sum3[0 .. PLUMB_TILE_COLUMNS - 1];
*/
static inline void add_tile_of_block(const double *restrict a0, const double *restrict a1,
                                     const double *restrict a2, const double *restrict a3,
                                     const double *restrict b, size_t columns, size_t first,
                                     size_t last, size_t x, double *restrict sum0,
                                     double *restrict sum1, double *restrict sum2,
                                     double *restrict sum3) {
    double part0[PLUMB_TILE_COLUMNS] = {0.0}, part1[PLUMB_TILE_COLUMNS] = {0.0};
    double part2[PLUMB_TILE_COLUMNS] = {0.0}, part3[PLUMB_TILE_COLUMNS] = {0.0};
    /*@ loop invariant index: first <= i <= last;
        loop assigns i, part0[0 .. PLUMB_TILE_COLUMNS - 1], part1[0 .. PLUMB_TILE_COLUMNS - 1],
                     part2[0 .. PLUMB_TILE_COLUMNS - 1], part3[0 .. PLUMB_TILE_COLUMNS - 1];
        loop variant last - i;
    */
    for (size_t i = first; i < last; i++) {
        const double *row = b + plumb_row_offset(i, columns, last) + x;
        /*@ loop invariant index: 0 <= k <= PLUMB_TILE_COLUMNS;
            loop assigns k, part0[0 .. PLUMB_TILE_COLUMNS - 1], part1[0 .. PLUMB_TILE_COLUMNS - 1],
                         part2[0 .. PLUMB_TILE_COLUMNS - 1], part3[0 .. PLUMB_TILE_COLUMNS - 1];
            loop variant PLUMB_TILE_COLUMNS - k;
        */
        for (size_t k = 0; k < PLUMB_TILE_COLUMNS; k++) {
            part0[k] = plumb_fused(a0[i], row[k], part0[k]);
            part1[k] = plumb_fused(a1[i], row[k], part1[k]);
            part2[k] = plumb_fused(a2[i], row[k], part2[k]);
            part3[k] = plumb_fused(a3[i], row[k], part3[k]);
        }
    }
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

/*@ predicate has_long_columns(double *b, integer columns, integer first, integer end, integer last, integer x) =
      first <= end <= last <= PLUMB_MOST_ELEMENTS && x + PLUMB_LONG_TILE <= columns <= PLUMB_MOST_ELEMENTS &&
      last * columns <= PLUMB_MOST_ELEMENTS && \valid_read(b + (0 .. last * columns - 1)); */

/*@ predicate apart_from_long_tile(double *x, integer n, double *s0, double *s1, double *s2, double *s3) =
      \separated(x + (0 .. n - 1), s0 + (0 .. PLUMB_LONG_TILE - 1), s1 + (0 .. PLUMB_LONG_TILE - 1),
                 s2 + (0 .. PLUMB_LONG_TILE - 1), s3 + (0 .. PLUMB_LONG_TILE - 1)); */

/* The same with other constants; a function of its own, as in a longer one gcc does not see that so many
   sums fit into registers. */
/*@ requires reads: has_long_columns(b, columns, first, end, last, x) && reads_four(a0, a1, a2, a3, last);
    requires writes: \valid(sum0 + (0 .. PLUMB_LONG_TILE - 1)) && \valid(sum1 + (0 .. PLUMB_LONG_TILE - 1)) &&
                     \valid(sum2 + (0 .. PLUMB_LONG_TILE - 1)) && \valid(sum3 + (0 .. PLUMB_LONG_TILE - 1));
    requires apart: apart_from_long_tile(b, last * columns, sum0, sum1, sum2, sum3) &&
                    apart_from_long_tile(a0, last, sum0, sum1, sum2, sum3) &&
                    apart_from_long_tile(a1, last, sum0, sum1, sum2, sum3) &&
                    apart_from_long_tile(a2, last, sum0, sum1, sum2, sum3) &&
                    apart_from_long_tile(a3, last, sum0, sum1, sum2, sum3);
    assigns sum0[0 .. PLUMB_LONG_TILE - 1], sum1[0 .. PLUMB_LONG_TILE - 1], sum2[0 .. PLUMB_LONG_TILE - 1],
            sum3[0 .. PLUMB_LONG_TILE - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void add_long_tile(const double *restrict a0, const double *restrict a1,
                          const double *restrict a2, const double *restrict a3,
                          const double *restrict b, size_t columns, size_t first, size_t end,
                          size_t last, size_t x, double *restrict sum0, double *restrict sum1,
                          double *restrict sum2, double *restrict sum3) {
    double part0[PLUMB_LONG_TILE] = {0.0}, part1[PLUMB_LONG_TILE] = {0.0};
    double part2[PLUMB_LONG_TILE] = {0.0}, part3[PLUMB_LONG_TILE] = {0.0};
    (void)last; /* stands only in the contract */
    /*@ loop invariant index: first <= i <= end;
        loop assigns i, part0[0 .. PLUMB_LONG_TILE - 1], part1[0 .. PLUMB_LONG_TILE - 1],
                     part2[0 .. PLUMB_LONG_TILE - 1], part3[0 .. PLUMB_LONG_TILE - 1];
        loop variant end - i;
    */
    for (size_t i = first; i < end; i++) {
        const double *row = b + plumb_row_offset(i, columns, last) + x;
        /*@ loop invariant index: 0 <= k <= PLUMB_LONG_TILE;
            loop assigns k, part0[0 .. PLUMB_LONG_TILE - 1], part1[0 .. PLUMB_LONG_TILE - 1],
                         part2[0 .. PLUMB_LONG_TILE - 1], part3[0 .. PLUMB_LONG_TILE - 1];
            loop variant PLUMB_LONG_TILE - k;
        */
        for (size_t k = 0; k < PLUMB_LONG_TILE; k++) {
            part0[k] = plumb_fused(a0[i], row[k], part0[k]);
            part1[k] = plumb_fused(a1[i], row[k], part1[k]);
            part2[k] = plumb_fused(a2[i], row[k], part2[k]);
            part3[k] = plumb_fused(a3[i], row[k], part3[k]);
        }
    }
    /*@ loop invariant index: 0 <= k <= PLUMB_LONG_TILE;
        loop assigns k, sum0[0 .. PLUMB_LONG_TILE - 1], sum1[0 .. PLUMB_LONG_TILE - 1], sum2[0 .. PLUMB_LONG_TILE - 1],
                     sum3[0 .. PLUMB_LONG_TILE - 1];
        loop variant PLUMB_LONG_TILE - k;
    */
    for (size_t k = 0; k < PLUMB_LONG_TILE; k++) {
        sum0[k] += part0[k];
        sum1[k] += part1[k];
        sum2[k] += part2[k];
        sum3[k] += part3[k];
    }
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

/* Where the terms of a tile of rows end, if some end before the last. */
/*@ requires inside: first <= last;
    requires reads: width == \null || \valid_read(width + (0 .. TILE - 1));
    assigns \nothing;
    ensures inside: first <= \result <= last;
*/
static inline size_t end_of_tile(const size_t *width, size_t first, size_t last) {
    if (width == NULL)
        return last;
    size_t end = plumb_lane_widest(width, TILE, last);
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
    for (; row + TILE <= p.rows; row += TILE)
        add_tile_of_block(row_of_a(p, row, last), row_of_a(p, row + 1, last),
                          row_of_a(p, row + 2, last), row_of_a(p, row + 3, last), p.b, p.columns,
                          first, end_of_tile(width == NULL ? NULL : width + row, first, last), x,
                          row_of_sum(p, row) + x, row_of_sum(p, row + 1) + x,
                          row_of_sum(p, row + 2) + x, row_of_sum(p, row + 3) + x);
    /*@ loop invariant index: 0 <= row <= p.rows;
        loop assigns row, p.sum[0 .. p.rows * p.columns - 1];
        loop variant p.rows - row;
    */
    for (; row < p.rows; row++)
        add_row_of_block(row_of_a(p, row, last), p.b, p.columns, first, last, x,
                         row_of_sum(p, row) + x);
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
    for (; row + TILE <= p.rows; row += TILE)
        add_long_tile(row_of_a(p, row, last), row_of_a(p, row + 1, last),
                      row_of_a(p, row + 2, last), row_of_a(p, row + 3, last), p.b, p.columns, first,
                      end_of_tile(width + row, first, last), last, x, row_of_sum(p, row) + x,
                      row_of_sum(p, row + 1) + x, row_of_sum(p, row + 2) + x,
                      row_of_sum(p, row + 3) + x);
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
                             row_of_sum(p, row) + x + k);
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
