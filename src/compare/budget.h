/* budget.h - how far from the exact value an evaluation in a given precision can end
   (spec/budget.md, sections 5 and 6).

   Everything is an upper bound: sums of non-negative terms in binary64, whose own rounding is
   covered by one factor 1 + 2^-20. */
#ifndef PLUMB_COMPARE_BUDGET_H
#define PLUMB_COMPARE_BUDGET_H
#include "compare/budget_row.h"
#include "exact/quantity.h"
#include <stdbool.h>

typedef struct {
    double provable;  /* no evaluation in the precision ends farther away */
    bool informative; /* false: so much can go wrong that being within the budget says nothing */
} plumb_budget;

/* The budget of one element in the row set last, as returned in a tensor of the given format.
   exact is a ball around its exact value, which exists; weights and scores are of visible keys. */
plumb_budget plumb_budget_element(const plumb_budget_row *budget, plumb_quantity quantity, size_t column,
                                  plumb_ball exact, plumb_format format);
#endif
