/* lost_row.h - a row whose weights may be off by as much as they are, to first order: what may be expected of its
   numbers all the same.

   A mean lies among its values; where one key has all of the weight, whatever the scores are off by, at its value. */
#ifndef PLUMB_JUDGE_LOST_ROW_H
#define PLUMB_JUDGE_LOST_ROW_H
#include "theorem/row_size.h"
#include "exact/quantity.h"
#include <stdbool.h>

/* Whether being within what is expected says anything of the number, which *expected becomes at most.  exact: its exact
   value. */
bool plumb_lost_row_tells(const plumb_row_size *row, plumb_quantity quantity, size_t column, double exact,
                          double *expected);
#endif
