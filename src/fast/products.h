/* products.h - sums of products in lanes: the middles of all scores and weighted sums are such sums. */
#ifndef PLUMB_FAST_PRODUCTS_H
#define PLUMB_FAST_PRODUCTS_H
#include "fast/lanes.h"
#include "number/index.h"

/* A matrix product that is added to sums. */
typedef struct {
    const double *a;             /* [rows][terms] */
    const double *b;             /* [terms][columns]; only the rows of the terms that are added are read */
    size_t rows, terms, columns; /* sizes of the matrices */
    double *sum;                 /* [rows][columns] */
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

/* Adds a[r][i] b[i][x] to sum[r][x] for i = first, ..., last - 1, in this order with one rounding each.
   p            the matrices
   first, last  terms to add, `last` excluded
   width        columns to add to, from the first on */
/*@ requires inside: first <= last && width <= p.columns;
    requires writes: has_products(p, last);
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
void plumb_add_products(plumb_products p, size_t first, size_t last, size_t width);

/* The same for all columns, of the terms that are visible to the row.
   visible      [rows][terms]: 0 if the term is hidden from the row
   first, last  terms to add, `last` excluded */
/*@ requires inside: first <= last;
    requires reads: \valid_read(visible + (0 .. p.rows * p.terms - 1));
    requires writes: has_products(p, last);
    requires apart: \separated(p.sum + (0 .. p.rows * p.columns - 1), visible + (0 .. p.rows * p.terms - 1));
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
void plumb_add_visible_products(plumb_products p, const unsigned char *visible, size_t first, size_t last);

/* Adds one term to the sums of one row; b has all of its rows. */
/*@ requires inside: row < p.rows && term < p.terms;
    requires writes: has_products(p, p.terms);
    assigns p.sum[0 .. p.rows * p.columns - 1];
*/
void plumb_add_product(plumb_products p, size_t row, size_t term);
#endif
