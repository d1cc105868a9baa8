/* ask.h - proved code is asked about numbers that the budgets allow: it may know that no engine gives them. */
#ifndef PLUMB_COMPARE_ASK_H
#define PLUMB_COMPARE_ASK_H
#include "compare/compare.h"

/* Of each tensor without a failure, the elements that err most (asked.h), until one is excluded.  0, or -1 with a
   message: memory is short. */
int plumb_ask_of_allowed(plumb_report *report, plumb_error *error);
#endif
