/* row_values.h - the values of a row, and vectors that may be added to them. */
#ifndef PLUMB_BUDGET_ROW_VALUES_H
#define PLUMB_BUDGET_ROW_VALUES_H
#include "budget/model.h"
#include "number/index.h"
#include "spec/budget/visible_softmax.h"

/* One column of values. */
typedef struct {
    const double *value; /* [keys][width] */
    const double *added; /* [keys][width]: added vectors; if none are, any array of this size, such as `value` */
    size_t width;        /* columns */
    size_t column;       /* the column that is read */
    int adds;            /* 0 if no vectors are added */
} plumb_row_values;

/*@ predicate values_inside(plumb_row_values r, integer n) =
      0 <= r.column < r.width && n * r.width <= PLUMB_MOST_ELEMENTS; */
/*@ predicate reads_values{L}(plumb_row_values r, integer n) =
      \valid_read(r.value + (0 .. n * r.width - 1)) && \valid_read(r.added + (0 .. n * r.width - 1)); */
/*@ predicate given_values{L}(plumb_row_values r, seq v, seq a, subset m, integer n) =
      given_column(r.value, v, m, n, r.width, r.column) && given_column(r.added, a, m, n, r.width, r.column); */
#endif
