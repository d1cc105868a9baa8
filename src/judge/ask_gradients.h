/* ask_gradients.h - proved code is asked about the gradients that err most (spec/budget.md, section 24). */
#ifndef PLUMB_JUDGE_ASK_GRADIENTS_H
#define PLUMB_JUDGE_ASK_GRADIENTS_H
#include "judge/ask.h"

/* Of each gradient that was judged, but those of slopes, of which no theorem speaks.  Nothing is asked of an engine
   whose output is not within what is expected, or not there: its backward pass begins with it.  0, or -1 with a
   message: memory is short. */
int plumb_ask_of_gradients(plumb_report *report, plumb_ask_how how, plumb_error *error);

/* The least error of a number of a gradient that proved code excludes, on its side of the exact value, becomes its
   error bound; where nothing is excluded it stays unknown.  0, or -1 with a message: memory is short. */
int plumb_bound_gradient(const plumb_report *report, plumb_gradient gradient, plumb_element *element,
                         plumb_error *error);

/* Whether a gradient that the report calls impossible is so under another precision, too: the first of a tensor. */
int plumb_gradient_is_excluded(const plumb_report *report, const plumb_precision *precision, bool *excluded,
                               plumb_error *error);
#endif
