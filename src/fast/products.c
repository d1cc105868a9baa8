/* products.c - tiles of four rows and four terms: a sum is loaded and stored once for four products, and a row of b
   once for four sums.  Rows and terms that are left over are added one by one.  Each sum still gets its terms in order,
   with one rounding each, so that tiles change no bit. */
#include "fast/products.h"
#include "fast/product_rows.h"

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

/*@ predicate apart_from_four(double *b, double *s0, double *s1, double *s2, double *s3, integer n) =
      \separated(b + (0 .. n - 1), s0 + (0 .. n - 1), s1 + (0 .. n - 1), s2 + (0 .. n - 1), s3 + (0 .. n - 1)); */

/* Adds four terms to the sums of four rows; b0 to b3, sum0 to sum3 [width]. */
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

/*@ requires inside: row < p.rows && term + PLUMB_TILE_ROWS <= p.terms <= PLUMB_MOST_ELEMENTS &&
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

/*@ requires inside: row + PLUMB_TILE_ROWS <= p.rows && term + PLUMB_TILE_ROWS <= last && width <= p.columns;
    requires writes: has_products(p, last);
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
static inline void add_tile(plumb_products p, size_t row, size_t term, size_t last, size_t width) {
    add_to_four(load_a(p, row, term), load_a(p, row + 1, term), load_a(p, row + 2, term),
                load_a(p, row + 3, term), row_of_b(p, term, last), row_of_b(p, term + 1, last),
                row_of_b(p, term + 2, last), row_of_b(p, term + 3, last), plumb_row_of_sum(p, row),
                plumb_row_of_sum(p, row + 1), plumb_row_of_sum(p, row + 2), plumb_row_of_sum(p, row + 3), width);
}

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

/*@ requires inside: row < p.rows && term + PLUMB_TILE_ROWS <= last && width <= p.columns;
    requires writes: has_products(p, last);
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
static inline void add_four_terms(plumb_products p, size_t row, size_t term, size_t last,
                                  size_t width) {
    add_to_one(load_a(p, row, term), row_of_b(p, term, last), row_of_b(p, term + 1, last),
               row_of_b(p, term + 2, last), row_of_b(p, term + 3, last), plumb_row_of_sum(p, row), width);
}

/*@ requires inside: row < p.rows && term < last && width <= p.columns;
    requires writes: has_products(p, last);
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
static inline void add_term(plumb_products p, size_t row, size_t term, size_t last, size_t width) {
    plumb_add_row(p.a[plumb_element_offset(row, term, p.terms, p.rows)], row_of_b(p, term, last),
            plumb_row_of_sum(p, row), width);
}

/*@ requires inside: term + PLUMB_TILE_ROWS <= last && width <= p.columns;
    requires writes: has_products(p, last);
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
static inline void add_four_terms_to_all(plumb_products p, size_t term, size_t last, size_t width) {
    size_t row = 0;
    /*@ loop invariant index: 0 <= row <= p.rows;
        loop assigns row, p.sum[0 .. p.rows * p.columns - 1];
        loop variant p.rows - row;
    */
    for (; row + PLUMB_TILE_ROWS <= p.rows; row += PLUMB_TILE_ROWS)
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
    for (; term + PLUMB_TILE_ROWS <= last; term += PLUMB_TILE_ROWS)
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

/*@ requires inside: row + PLUMB_TILE_ROWS <= p.rows <= PLUMB_MOST_ELEMENTS &&
                     term + PLUMB_TILE_ROWS <= p.terms <= PLUMB_MOST_ELEMENTS &&
                     p.rows * p.terms <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(visible + (0 .. p.rows * p.terms - 1));
    assigns \nothing;
*/
static inline int tile_is_visible(const unsigned char *visible, size_t row, size_t term,
                               plumb_products p) {
    /*@ loop invariant index: row <= r <= row + PLUMB_TILE_ROWS;
        loop assigns r;
        loop variant row + PLUMB_TILE_ROWS - r;
    */
    for (size_t r = row; r < row + PLUMB_TILE_ROWS; r++)
        if (!plumb_lane_all(visible + plumb_row_offset(r, p.terms, p.rows) + term, PLUMB_TILE_ROWS))
            return 0;
    return 1;
}

/* Adds the visible ones of up to PLUMB_TILE_ROWS terms to the sums of as many rows. */
/*@ requires inside: row + rows <= p.rows && term + terms <= last;
    requires reads: \valid_read(visible + (0 .. p.rows * p.terms - 1));
    requires writes: has_products(p, last);
    requires apart: \separated(p.sum + (0 .. p.rows * p.columns - 1), visible + (0 .. p.rows * p.terms - 1));
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
static inline void add_visible_tile(plumb_products p, const unsigned char *visible, size_t row,
                                 size_t rows, size_t term, size_t terms, size_t last) {
    if (rows == PLUMB_TILE_ROWS && terms == PLUMB_TILE_ROWS && tile_is_visible(visible, row, term, p)) {
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
            if (visible[plumb_element_offset(r, i, p.terms, p.rows)])
                add_term(p, r, i, last, p.columns);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_add_visible_products(plumb_products p, const unsigned char *visible, size_t first,
                             size_t last) {
    /*@ loop invariant index: first <= term < last + PLUMB_TILE_ROWS;
        loop assigns term, p.sum[0 .. p.rows * p.columns - 1];
        loop variant last + PLUMB_TILE_ROWS - term;
    */
    for (size_t term = first; term < last; term += PLUMB_TILE_ROWS)
        /*@ loop invariant index: 0 <= row < p.rows + PLUMB_TILE_ROWS;
            loop assigns row, p.sum[0 .. p.rows * p.columns - 1];
            loop variant p.rows + PLUMB_TILE_ROWS - row;
        */
        for (size_t row = 0; row < p.rows; row += PLUMB_TILE_ROWS)
            add_visible_tile(p, visible, row, p.rows - row < PLUMB_TILE_ROWS ? p.rows - row : PLUMB_TILE_ROWS, term,
                          last - term < PLUMB_TILE_ROWS ? last - term : PLUMB_TILE_ROWS, last);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_add_product(plumb_products p, size_t row, size_t term) {
    add_term(p, row, term, p.terms, p.columns);
}
