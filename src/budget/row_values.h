/* row_values.h - the values of a row's keys, in a column, and the vectors that may be added to them. */
#ifndef PLUMB_BUDGET_ROW_VALUES_H
#define PLUMB_BUDGET_ROW_VALUES_H
#include "budget/model.h"
#include "number/index.h"
#include "spec/budget/seen.h"

/* value, added [keys][width], of which the column is taken.  Where nothing is added, `adds` is 0, and `added` is any
   array of that size: value itself. */
typedef struct {
    const double *value, *added;
    size_t width, column;
    int adds;
} plumb_row_values;

/*@ predicate values_inside(plumb_row_values r, integer n) =
      0 <= r.column < r.width && n * r.width <= PLUMB_MOST_ELEMENTS; */
/*@ predicate reads_values{L}(plumb_row_values r, integer n) =
      \valid_read(r.value + (0 .. n * r.width - 1)) && \valid_read(r.added + (0 .. n * r.width - 1)); */
/*@ predicate given_values{L}(plumb_row_values r, seq v, seq a, subset m, integer n) =
      given_column(r.value, v, m, n, r.width, r.column) && given_column(r.added, a, m, n, r.width, r.column); */
#endif
