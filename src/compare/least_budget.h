/* least_budget.h - what the provable budget of an output is at least, from sums over the keys in binary32.

   An error below it is within the budget, and the budget itself, which takes many sums, need not be made.  The terms
   are some of spec/budget.md, sections 3, 5, 6 and 12, each taken as small as it can be. */
#ifndef PLUMB_COMPARE_LEAST_BUDGET_H
#define PLUMB_COMPARE_LEAST_BUDGET_H
#include "honest/deviation.h"

typedef struct {
    double whole;      /* the part of the exact output that is in its budget, less what its score errors may take */
    bool says_nothing; /* values are changed after they were summed */
} plumb_least_budget;

/* What each |weight| |value| is multiplied by: given to the deviation before the row (honest/moments.h).  decided:
   where proof says what is impossible, so that a bound which is about right will do; not of a row that sees no key. */
plumb_size_terms plumb_least_sizes(const plumb_problem *problem, const plumb_precision *precision,
                                   const plumb_row *row, bool decided);

/* The deviation has the row. */
plumb_least_budget plumb_least_budget_of(const plumb_problem *problem, const plumb_precision *precision,
                                         const plumb_deviation *deviation);

/* reach: the deviation's of the column, or no more. */
double plumb_least_budget_at(const plumb_least_budget *least, double reach, double exact);
#endif
