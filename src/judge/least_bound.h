/* least_bound.h - a low estimate of the error bound of an output, from sums over the keys in binary32.  Proved code
   tests the elements whose errors are largest relative to it (asked.h).  The terms are some of spec/budget.md, sections
   3, 5, 6 and 12, each as small as it can be. */
#ifndef PLUMB_JUDGE_LEAST_BOUND_H
#define PLUMB_JUDGE_LEAST_BOUND_H
#include "simulate/deviation.h"

typedef struct {
    double whole;      /* the part of the exact output in its bound, minus what its score errors may take */
    bool says_nothing; /* no estimate: values are changed after they were summed */
} plumb_least_bound;

/* The factors of each |weight| |value|; the deviation needs them before the row (simulate/moments.h).  decided: the
   theorem applies, so a rough estimate is enough.  The row must see a key. */
plumb_size_terms plumb_least_sizes(const plumb_problem *problem, const plumb_precision *precision,
                                   const plumb_row *row, bool decided);

/* The estimate for the current row of the deviation. */
plumb_least_bound plumb_least_bound_of(const plumb_problem *problem, const plumb_precision *precision,
                                         const plumb_deviation *deviation);

/* The estimated error bound of one element.  reach: that of its column in the deviation, or less; exact: its exact
   value. */
double plumb_least_bound_at(const plumb_least_bound *least, double reach, double exact);
#endif
