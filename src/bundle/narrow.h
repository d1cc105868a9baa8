/* narrow.h - elements of rows again, in far narrower balls: for those that the rows' own balls leave on
   both sides of a rounding boundary.

   The problem's operator must be the plain softmax (spec/attention.md), with any mask, or with the logit
   of a sink that is 0 or given; of all else nothing is said.  Scores and exponentials are found once
   for all columns of a row that are asked for one after the other. */
#ifndef PLUMB_BUNDLE_NARROW_H
#define PLUMB_BUNDLE_NARROW_H
#include "bundle/rows.h"

/* Each thread has its own, beside its rows. */
typedef struct {
    plumb_rows *rows; /* that the elements belong to, and whose transposed keys serve here */
    bool applies;     /* the problem is one of those */
    bool held;        /* the terms of row (b, h, t) stand here */
    size_t b, h, t;
    plumb_ball *score; /* [key_length] */
    plumb_ball *term;  /* [key_length] */
    plumb_ball sum;
} plumb_narrow;

/* 0 on success, -1 if memory is short.  The rows must stay. */
int plumb_narrow_init(plumb_narrow *narrow, plumb_rows *rows);
void plumb_narrow_free(plumb_narrow *narrow);

/* output[t][column] of batch b and query head h; without information where the problem is another. */
plumb_ball plumb_narrow_element(plumb_narrow *narrow, size_t b, size_t h, size_t t, size_t column);
#endif
