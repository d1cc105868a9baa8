/* gradient_bound.h - how far a backward pass of the precision may err in one number of a gradient, as proved code has
   it. */
#ifndef PLUMB_JUDGE_GRADIENT_BOUND_H
#define PLUMB_JUDGE_GRADIENT_BOUND_H
#include "judge/error_bound.h"

/* Of an element of a case that was judged, for backward passes that begin with the case's own output; place: as of
   plumb_shape_of_answer, whose rows are `query`.  NaN where none is known.  Returns 0, or -1 with a message: memory is
   short. */
int plumb_gradient_bound_at(const plumb_report *report, plumb_gradient gradient, plumb_place place, double *bound,
                            plumb_error *error);

/* Of all elements, on both sides of the exact value: the farther.  bound: so many. */
int plumb_gradient_bounds(const plumb_report *report, plumb_gradient gradient, double *bound, plumb_error *error);
#endif
