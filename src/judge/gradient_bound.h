/* gradient_bound.h - computes error bounds of gradients with the proved test of a value. */
#ifndef PLUMB_JUDGE_GRADIENT_BOUND_H
#define PLUMB_JUDGE_GRADIENT_BOUND_H
#include "judge/error_bound.h"

/* Sets *bound to the error bound of one element of a judged case, for backward passes that start from the output in the
   case; NaN if none is known.  place: an index in plumb_shape_of_answer, with `query` for its rows.  Returns 0, or -1
   with a message: not enough memory. */
int plumb_gradient_bound_at(const plumb_report *report, plumb_gradient gradient, plumb_place place, double *bound,
                            plumb_error *error);

/* The error bounds of all elements, the larger of both sides of the exact value; bound [elements]. */
int plumb_gradient_bounds(const plumb_report *report, plumb_gradient gradient, double *bound, plumb_error *error);
#endif
