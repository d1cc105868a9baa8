/* column_sums.h - the sums over the keys of a row for one value column, from which its budget is made, in lanes: the
   bits are the same on every processor. */
#ifndef PLUMB_COMPARE_COLUMN_SUMS_H
#define PLUMB_COMPARE_COLUMN_SUMS_H
#include "number/ball.h"
#include <stddef.h>

/* Sums over the keys for one value column; v is the value, o the output.  Where the value is a sum,
   of |v| only the sum of the magnitudes is known to an engine. */
typedef struct {
    double spread;          /* sum w H |v - o| */
    double magnitude;       /* sum w (1 + H) |v| */
    double absolute;        /* sum |v| */
    double least, greatest; /* v */
    double largest;         /* |v| */
    double unit, tiny;      /* of roundings of v itself */
} plumb_column_sums;

/* A key, and what it adds to a column. */
typedef struct {
    const double *value;      /* [columns] */
    double spread, magnitude; /* w H, w (1 + H) */
} plumb_column_key;

/* A value v, of which an engine knows as much. */
void plumb_column_add(plumb_column_sums *column, const plumb_column_key *key, double v, double size, plumb_ball output);

/* All columns of keys whose values are no sums. */
void plumb_columns_add(plumb_column_sums *column, size_t columns, const plumb_column_key *key, size_t keys,
                       const plumb_ball *output);
#endif
