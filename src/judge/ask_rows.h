/* ask_rows.h - lets proved code test more elements than those with the largest errors. */
#ifndef PLUMB_JUDGE_ASK_ROWS_H
#define PLUMB_JUDGE_ASK_ROWS_H
#include "judge/judge.h"

/* Tests the elements beyond their expected errors, in tensor order: all of them, or at most 512 until one is excluded.
   Discards the results of earlier tests.  Returns 0, or -1 if there is not enough memory. */
int plumb_ask_of_rows(plumb_judge *judge, plumb_report *report, plumb_quantity quantity, bool all);
#endif
