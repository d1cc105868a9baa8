/* sharp.c - middles are sums of weights times values, radii sums of shares times absolute values. */
#include "fast/sharp.h"
#include "fast/product_blocks.h"
#include "fast/products.h"

/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void share_row(const unsigned char *restrict visible, double gamma, double *restrict mid, double *restrict rad) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        rad[j] = PLUMB_LEAST_SHARE + plumb_fused(gamma, plumb_lane_absolute(mid[j]), rad[j]);
    plumb_lane_hide(mid, rad, 0.0, visible);
}

void plumb_sharp_weigh(size_t rows, double gamma, plumb_sharp_weights *weights) {
    /*@ loop invariant index: 0 <= r <= rows;
        loop assigns r, *weights;
        loop variant rows - r;
    */
    for (size_t r = 0; r < rows; r++) {
        const unsigned char *visible = weights->visible + r * PLUMB_PANEL;
        share_row(visible, gamma, weights->of + r * PLUMB_PANEL, weights->share + r * PLUMB_PANEL);
        weights->width[r] = plumb_lane_width(visible, PLUMB_PANEL);
    }
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_sizes(const double *restrict x, size_t count, double *restrict size) {
    /*@ loop invariant index: 0 <= i <= count;
        loop assigns i, size[0 .. count - 1];
        loop variant count - i;
    */
    for (size_t i = 0; i < count; i++)
        size[i] = plumb_lane_absolute(x[i]);
}

/*@ lemma fewer_terms: \forall integer last, terms, columns; 0 <= last <= terms && 0 <= columns ==>
      last * columns <= terms * columns; */

/* Adds a block of terms in tiles.  A hidden term adds 0 times its value: see add_tiles in fast/aggregate.c. */
/*@ requires inside: first <= last <= terms;
    requires tiles: products.columns % PLUMB_TILE_COLUMNS == 0 && products.columns <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(width + (0 .. products.rows - 1));
    requires writes: has_products(products, terms);
    requires apart: \separated(products.sum + (0 .. products.rows * products.columns - 1),
                               width + (0 .. products.rows - 1));
    assigns products.sum[0 .. products.rows * products.columns - 1];
*/
static inline void add_tiles(plumb_products products, const size_t *width, size_t first, size_t last, size_t terms) {
    (void)terms; /* stands only in the contract */
    /*@ assert fewer: last * products.columns <= terms * products.columns; */
    /*@ assert writes: has_products(products, last); */
    if (plumb_lane_are_long() && products.columns % PLUMB_LONG_TILE == 0)
        plumb_add_long_block(products, width, first, last);
    else
        plumb_add_short_block(products, width, first, last);
}

/* The same without tiles: the terms that the row sees. */
/*@ requires inside: first <= last <= terms;
    requires reads: \valid_read(visible + (0 .. products.rows * products.terms - 1));
    requires writes: has_products(products, terms);
    requires apart: \separated(products.sum + (0 .. products.rows * products.columns - 1),
                               visible + (0 .. products.rows * products.terms - 1));
    assigns products.sum[0 .. products.rows * products.columns - 1];
*/
static inline void add_visible(plumb_products products, const unsigned char *visible, size_t first, size_t last,
                            size_t terms) {
    (void)terms; /* stands only in the contract */
    /*@ assert fewer: last * products.columns <= terms * products.columns; */
    /*@ assert writes: has_products(products, last); */
    plumb_add_visible_products(products, visible, first, last);
}

/* what it takes to add the terms to the sums */
/*@ predicate can_add_sharply{L}(plumb_sums *sums, plumb_sharp_weights *w, integer terms, double *value, integer count,
                                 integer columns) =
      terms <= PLUMB_PANEL && sums->rows <= PLUMB_BUNDLE_ROWS && terms * columns <= PLUMB_MOST_ELEMENTS &&
      \valid_read(w) && \valid_read(value + (0 .. terms * columns - 1)) && has_sums(sums, count, columns) &&
      sharp_apart(w, sums, count, columns) && apart_from_sums(value, terms * columns, sums, count, columns); */

/* Middles times values, which are added to `sum`, one of the two sums of middles. */
/*@ requires writes: can_add_sharply(sums, w, terms, value, sums->rows * sums->value_dim, sums->value_dim);
    requires which: sum == sums->sum || sum == sums->part;
    assigns \nothing;
    ensures writes: has_products(\result, terms);
    ensures value: \result.rows == sums->rows && \result.columns == sums->value_dim && \result.terms == PLUMB_PANEL &&
                   \result.sum == sum;
*/
static inline plumb_products middles_of(const plumb_sums *sums, const plumb_sharp_weights *w, size_t terms,
                                        const double *value, double *sum) {
    (void)terms; /* stands only in the contract */
    return (plumb_products){w->of, value, sums->rows, PLUMB_PANEL, sums->value_dim, sum};
}

/* Shares times sizes. */
/*@ requires writes: can_add_sharply(sums, w, terms, size, sums->rows * sums->value_dim, sums->value_dim);
    assigns \nothing;
    ensures writes: has_products(\result, terms);
    ensures value: \result.rows == sums->rows && \result.columns == sums->value_dim && \result.terms == PLUMB_PANEL &&
                   \result.sum == sums->spread;
*/
static inline plumb_products spreads_of(const plumb_sums *sums, const plumb_sharp_weights *w, size_t terms,
                                        const double *size) {
    (void)terms; /* stands only in the contract */
    return (plumb_products){w->share, size, sums->rows, PLUMB_PANEL, sums->value_dim, sums->spread};
}

/*@ requires inside: first < terms;
    assigns \nothing;
    ensures inside: first < \result <= terms && \result <= first + PLUMB_DOT_BLOCK;
*/
static inline size_t block_end(size_t first, size_t terms) {
    return terms - first < PLUMB_DOT_BLOCK ? terms : first + PLUMB_DOT_BLOCK;
}

void plumb_sharp_add(const plumb_sums *sums, const plumb_sharp_weights *weights, size_t terms, const double *value,
                     const double *size) {
    size_t columns = sums->value_dim;
    plumb_products middles = middles_of(sums, weights, terms, value, sums->sum);
    plumb_products parts = middles_of(sums, weights, terms, value, sums->part);
    plumb_products spreads = spreads_of(sums, weights, terms, size);
    int tiles = columns % PLUMB_TILE_COLUMNS == 0 && plumb_values_are_finite(value, terms * columns);
    /*@ loop invariant index: 0 <= first <= terms;
        loop assigns first, sums->sum[0 .. sums->rows * sums->value_dim - 1],
                     sums->part[0 .. sums->rows * sums->value_dim - 1];
        loop variant terms - first;
    */
    for (size_t first = 0; first < terms; first = block_end(first, terms)) {
        size_t last = block_end(first, terms);
        if (tiles) {
            add_tiles(middles, weights->width, first, last, terms);
        } else {
            add_visible(parts, weights->visible, first, last, terms);
            plumb_close_block(sums->rows * columns, sums->sum, sums->part);
        }
    }
    if (tiles)
        add_tiles(spreads, weights->width, 0, terms, terms);
    else
        add_visible(spreads, weights->visible, 0, terms, terms);
}
