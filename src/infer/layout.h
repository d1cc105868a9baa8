/* layout.h - the numbers of a tensor that is read at wrong addresses. */
#ifndef PLUMB_INFER_LAYOUT_H
#define PLUMB_INFER_LAYOUT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* [batch][heads][rows][columns], as stated. */
typedef struct {
    size_t batch, heads, rows, columns;
} plumb_layout_dims;

typedef enum {
    PLUMB_ORDER_HEADS_FIRST,  /* [batch, heads, length, dims] */
    PLUMB_ORDER_LENGTH_FIRST, /* [batch, length, heads, dims] */
    PLUMB_ORDER_DIMS_FIRST,   /* [batch, heads, dims, length] */
    PLUMB_ORDERS
} plumb_order;

/* An order, and of PLUMB_ORDER_HEADS_FIRST how far apart rows, pages, heads and entries stand; 0: one after the other,
   without a gap. */
typedef struct {
    plumb_order order;
    size_t row;                /* in numbers */
    size_t page;               /* rows of one */
    size_t pages, head, entry; /* in rows as stated */
} plumb_spacing;

typedef enum {
    PLUMB_COLUMNS_AS_STATED,
    PLUMB_COLUMNS_XORED,     /* block b of row j is block b ^ (j / apart % period) */
    PLUMB_COLUMNS_ROTATED,   /* block (b + j / apart % period) mod blocks */
    PLUMB_COLUMNS_ROTATED_BACK,
    PLUMB_COLUMNS_TRANSPOSED /* in squares of `block` rows and columns */
} plumb_columns;

/* Stored in one way, and read as if it were in the other. */
typedef struct {
    plumb_spacing stored, read;
    int64_t offset; /* numbers that the first is read too late */
    bool repeats;   /* in gaps stands the row before, not 0 */
    plumb_columns columns;
    size_t block, apart, period;
} plumb_layout;

/* The place among the numbers in the stated order that is read for this one; SIZE_MAX: none, it is 0. */
size_t plumb_layout_source(const plumb_layout *layout, const plumb_layout_dims *dims, size_t b, size_t h, size_t row,
                           size_t column);

/* In words: "rows of values are read 48 numbers apart, although they are stored 32 apart". */
void plumb_layout_say(const plumb_layout *layout, const plumb_layout_dims *dims, const char *what, char *text,
                      size_t size);
#endif
