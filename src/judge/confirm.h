/* confirm.h - a verdict FAIL rests on the minimal kernels, whatever found it. */
#ifndef PLUMB_JUDGE_CONFIRM_H
#define PLUMB_JUDGE_CONFIRM_H
#include "judge/compare.h"

/* Judges the first impossible element of each tensor again, by the minimal kernels alone.
   Returns 0, or -1 with a message: memory is short, or the two disagree, which is an error of this
   program and no verdict. */
int plumb_confirm_failures(plumb_report *report, plumb_error *error);

/* What another precision says of the numbers that err most, at least: FAIL where it excludes the first impossible one
   of a tensor or the one that errs most, SUSPECT where one of those farthest off errs more than it expects.  PASS says
   nothing of the others.  0, or -1 if memory is short. */
int plumb_verdict_of_farthest(const plumb_report *report, const plumb_precision *precision, plumb_verdict *verdict,
                              plumb_error *error);

/* Whether a number that proved code excludes, the first of a tensor, is so under another precision, too.  0, or -1
   if memory is short. */
int plumb_row_is_excluded(const plumb_report *report, const plumb_precision *precision, bool *excluded,
                          plumb_error *error);
#endif
