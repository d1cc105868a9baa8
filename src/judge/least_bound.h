/* least_bound.h - about as little as proved code may allow an output to err, from sums over the keys in binary32: the
   numbers whose errors are largest beside it are asked about (asked.h).  The terms are some of spec/budget.md, sections
   3, 5, 6 and 12, each taken as small as it can be. */
#ifndef PLUMB_JUDGE_LEAST_BOUND_H
#define PLUMB_JUDGE_LEAST_BOUND_H
#include "simulate/deviation.h"

typedef struct {
    double whole;      /* the part of the exact output that is in its bound, less what its score errors may take */
    bool says_nothing; /* values are changed after they were summed */
} plumb_least_bound;

/* What each |weight| |value| is multiplied by: given to the deviation before the row (simulate/moments.h).  decided:
   where proof says what is impossible, so that a bound which is about right will do; not of a row that sees no key. */
plumb_size_terms plumb_least_sizes(const plumb_problem *problem, const plumb_precision *precision,
                                   const plumb_row *row, bool decided);

/* The deviation has the row. */
plumb_least_bound plumb_least_bound_of(const plumb_problem *problem, const plumb_precision *precision,
                                         const plumb_deviation *deviation);

/* reach: the deviation's of the column, or no more. */
double plumb_least_bound_at(const plumb_least_bound *least, double reach, double exact);
#endif
