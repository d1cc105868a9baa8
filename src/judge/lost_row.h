/* lost_row.h - expected errors for a row whose weights may be off by 100 %, so that first order is useless.

   A mean is between its values; if one key has all of the weight, whatever the errors of the scores, it is the value of
   that key. */
#ifndef PLUMB_JUDGE_LOST_ROW_H
#define PLUMB_JUDGE_LOST_ROW_H
#include "theorem/row_size.h"
#include "exact/quantity.h"
#include <stdbool.h>

/* Limits *expected, the expected error of an element, by this argument.  Returns whether the result can judge the
   element.  exact: its exact value. */
bool plumb_lost_row_tells(const plumb_row_size *row, plumb_quantity quantity, size_t column, double exact,
                          double *expected);
#endif
