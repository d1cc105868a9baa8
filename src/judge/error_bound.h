/* error_bound.h - how far an engine of the precision may err, as proved code has it. */
#ifndef PLUMB_JUDGE_ERROR_BOUND_H
#define PLUMB_JUDGE_ERROR_BOUND_H
#include "judge/judge.h"

/* Whether contexts are short enough for that: it takes a dozen questions. */
bool plumb_bounds_errors(const plumb_problem *problem);

/* The least error of an element, on its side of the exact value, that proved code excludes, to a twentieth, becomes its
   error bound.  Of long contexts and where nothing is excluded it stays unknown.  The judge has
   the row.  Returns 0, or -1 if memory is short. */
int plumb_bound_error(plumb_judge *judge, plumb_quantity quantity, plumb_element *element, plumb_format format);

/* Where an element stands in a tensor. */
typedef struct {
    size_t batch, head, query, column;
} plumb_place;

/* The error bound of an element of a case that was judged; NaN where none is known.  Returns 0, or -1 with a message:
   memory is short. */
int plumb_error_bound_at(const plumb_report *report, plumb_quantity quantity, plumb_place place, double *bound,
                         plumb_error *error);

/* Those of all elements of a tensor of the case.  bound: so many; NaN where none is known. */
int plumb_error_bounds(const plumb_report *report, plumb_quantity quantity, double *bound, plumb_error *error);
#endif
