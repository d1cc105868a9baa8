/* ask_rows.h - proved code is asked about more elements than those that err most. */
#ifndef PLUMB_JUDGE_ASK_ROWS_H
#define PLUMB_JUDGE_ASK_ROWS_H
#include "judge/judge.h"

/* About the elements that err more than is expected, in the order of the tensor: about all, or until one is excluded,
   512 at most.  What was asked before is forgotten, and asked again.  Returns 0, or -1 if memory is short. */
int plumb_ask_of_rows(plumb_judge *judge, plumb_report *report, plumb_quantity quantity, bool all);
#endif
