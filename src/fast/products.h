/* products.h - sums of products in lanes: the middle part of every score and of every weighted sum. */
#ifndef PLUMB_FAST_PRODUCTS_H
#define PLUMB_FAST_PRODUCTS_H
#include "fast/lanes.h"
#include "number/index.h"

/* What is multiplied: a [rows][terms], b [terms][columns] and the sums [rows][columns].  Of b no row
   is read but those of the terms that are asked for. */
typedef struct {
    const double *a, *b;
    size_t rows, terms, columns;
    double *sum;
} plumb_products;

/* b has its first `last` rows */
/*@ predicate has_products(plumb_products p, integer last) =
      last <= p.terms && p.terms <= PLUMB_MOST_ELEMENTS && p.rows <= PLUMB_MOST_ELEMENTS &&
      p.rows * p.terms <= PLUMB_MOST_ELEMENTS && last * p.columns <= PLUMB_MOST_ELEMENTS &&
      p.rows * p.columns <= PLUMB_MOST_ELEMENTS &&
      \valid_read(p.a + (0 .. p.rows * p.terms - 1)) && \valid_read(p.b + (0 .. last * p.columns - 1)) &&
      \valid(p.sum + (0 .. p.rows * p.columns - 1)) &&
      \separated(p.sum + (0 .. p.rows * p.columns - 1), p.a + (0 .. p.rows * p.terms - 1)) &&
      \separated(p.sum + (0 .. p.rows * p.columns - 1), p.b + (0 .. last * p.columns - 1)); */

/* sum[r][x] becomes sum[r][x] + a[r][i] b[i][x] for each i from `first` to before `last`, in this order
   with one rounding each, for every row and every x < width. */
/*@ requires inside: first <= last && width <= p.columns;
    requires writes: has_products(p, last);
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
void plumb_add_products(plumb_products p, size_t first, size_t last, size_t width);

/* Likewise of these terms those that a row sees, and all columns; seen [rows][terms]. */
/*@ requires inside: first <= last;
    requires reads: \valid_read(seen + (0 .. p.rows * p.terms - 1));
    requires writes: has_products(p, last);
    requires apart: \separated(p.sum + (0 .. p.rows * p.columns - 1), seen + (0 .. p.rows * p.terms - 1));
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
void plumb_add_seen_products(plumb_products p, const unsigned char *seen, size_t first, size_t last);

/* One row and one term alone; b has all its rows. */
/*@ requires inside: row < p.rows && term < p.terms;
    requires writes: has_products(p, p.terms);
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
void plumb_add_product(plumb_products p, size_t row, size_t term);
#endif
