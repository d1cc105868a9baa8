/* column_budget.h - the sums of a row for each value column (spec/budget.md, sections 5 and 6). */
#ifndef PLUMB_COMPARE_COLUMN_BUDGET_H
#define PLUMB_COMPARE_COLUMN_BUDGET_H
#include "compare/budget_row.h"
#include <math.h>

/* Whether the mean of a row is not yet its output. */
bool plumb_has_own_mean(const plumb_problem *problem);

/* The values of a key or of the sink, and what its distance adds to them; NULL for zeros. */
typedef struct {
    const double *value, *more;
} plumb_value_rows;
plumb_value_rows plumb_value_rows_of(const plumb_budget_row *budget, size_t key);

/* One of them; size: the magnitudes of what is added to make it. */
typedef struct {
    double value, size;
} plumb_column_value;
static inline plumb_column_value plumb_column_value_in(plumb_value_rows rows, size_t column) {
    double value = rows.value != NULL ? rows.value[column] : 0;
    double more = rows.more != NULL ? rows.more[column] : 0;
    return (plumb_column_value){value + more, fabs(value) + fabs(more)};
}
plumb_column_value plumb_column_value_of(const plumb_budget_row *budget, size_t key, size_t column);

/* Empties the columns; each gets its mean. */
void plumb_columns_start(plumb_budget_row *budget, const plumb_row *row);

/* Adds the keys, whose weight budgets are known. */
void plumb_columns_add_keys(plumb_budget_row *budget);

/* A weight is the output for values that are 1 at its key and 0 at the others: the sums of that
   column.  exact is a ball around the weight. */
plumb_column_sums plumb_budget_weight_sums(const plumb_budget_row *budget, size_t key, plumb_ball exact);
#endif
