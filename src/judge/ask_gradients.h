/* ask_gradients.h - lets proved code test the elements of gradients with the largest errors (spec/budget.md, section
   24). */
#ifndef PLUMB_JUDGE_ASK_GRADIENTS_H
#define PLUMB_JUDGE_ASK_GRADIENTS_H
#include "judge/ask.h"

/* Tests each judged gradient except those of slopes, which no theorem covers.  Tests nothing if the case has no output,
   or one beyond its expected errors: the backward pass starts from it.  Returns 0, or -1 with a message: not enough
   memory. */
int plumb_ask_of_gradients(plumb_report *report, plumb_ask_how how, plumb_error *error);

/* Sets the error bound of an element: the smallest error that proved code excludes on the engine's side of the exact
   value.  It stays unknown if nothing is excluded.  Returns 0, or -1 with a message: not enough memory. */
int plumb_bound_gradient(const plumb_report *report, plumb_gradient gradient, plumb_element *element,
                         plumb_error *error);

/* Sets *excluded to whether the first impossible element of a gradient in the report is also impossible under another
   precision. */
int plumb_gradient_is_excluded(const plumb_report *report, const plumb_precision *precision, bool *excluded,
                               plumb_error *error);
#endif
