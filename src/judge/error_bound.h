/* error_bound.h - computes error bounds with the proved test of a value. */
#ifndef PLUMB_JUDGE_ERROR_BOUND_H
#define PLUMB_JUDGE_ERROR_BOUND_H
#include "judge/judge.h"

/* Whether contexts are short enough for that: it takes a dozen tests. */
bool plumb_bounds_errors(const plumb_problem *problem);

/* Sets the error bound of an element of the judge's current row: the smallest error that proved code excludes on the
   engine's side of the exact value, found to a twentieth.  It stays unknown if nothing is excluded, and in long
   contexts, where this takes long.  Returns 0, or -1 if there is not enough memory. */
int plumb_bound_error(plumb_judge *judge, plumb_quantity quantity, plumb_element *element, plumb_format format);

/* The index of an element of a tensor. */
typedef struct {
    size_t batch, head, query, column;
} plumb_place;

/* Sets *bound to the error bound of an element of a judged case, NaN if none is known.  Returns 0, or -1 with a
   message: not enough memory. */
int plumb_error_bound_at(const plumb_report *report, plumb_quantity quantity, plumb_place place, double *bound,
                         plumb_error *error);

/* The error bounds of all elements of a tensor; bound [elements], NaN if none is known. */
int plumb_error_bounds(const plumb_report *report, plumb_quantity quantity, double *bound, plumb_error *error);
#endif
