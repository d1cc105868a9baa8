/* ask.h - FAIL is a theorem: proved code is asked about the numbers that err most. */
#ifndef PLUMB_COMPARE_ASK_H
#define PLUMB_COMPARE_ASK_H
#include "compare/compare.h"
#include "compare/judge.h"

/* Of each tensor that proof decides, asks about the first element that failed and those that err most (asked.h): about
   all of these, or until one is excluded.  Returns 0, or -1 with a message: memory is short. */
int plumb_ask_of_farthest(plumb_report *report, bool until_excluded, plumb_error *error);

/* Whether proved code excludes an element of the row that the judge has set, under the judge's precision.  Where a step
   may overflow it says nothing.  0, or -1 if memory is short. */
int plumb_ask_of_element(plumb_judge *judge, plumb_quantity quantity, const plumb_element *element, plumb_format format,
                         bool *excluded);
#endif
