/* narrow.h - much narrower balls of single elements, for elements whose balls contain a rounding boundary.

   Only for the plain softmax (spec/attention.md), with any mask, or with a sink's logit that is 0 or given.  Scores and
   exponentials are computed once for successive columns of a row. */
#ifndef PLUMB_BUNDLE_NARROW_H
#define PLUMB_BUNDLE_NARROW_H
#include "bundle/rows.h"

/* Each thread has its own, with its rows. */
typedef struct {
    plumb_rows *rows; /* the rows of the elements; their transposed keys are used, too */
    bool applies;     /* the problem is supported */
    bool held;        /* score, term and sum are those of row (b, h, t) */
    size_t b, h, t;
    plumb_ball *score; /* [key_length] */
    plumb_ball *term;  /* [key_length] */
    plumb_ball sum;
} plumb_narrow;

/* Borrows the rows.  Returns 0, or -1 if there is not enough memory. */
int plumb_narrow_init(plumb_narrow *narrow, plumb_rows *rows);
void plumb_narrow_free(plumb_narrow *narrow);

/* output[t][column] of batch b and query head h; without a finite radius for other problems. */
plumb_ball plumb_narrow_element(plumb_narrow *narrow, size_t b, size_t h, size_t t, size_t column);
#endif
