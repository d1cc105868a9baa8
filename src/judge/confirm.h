/* confirm.h - a verdict FAIL rests on the minimal kernels, whatever found it. */
#ifndef PLUMB_JUDGE_CONFIRM_H
#define PLUMB_JUDGE_CONFIRM_H
#include "judge/compare.h"

/* Judges the first impossible element of each tensor again, by the minimal kernels alone.
   Returns 0, or -1 with a message: memory is short, or the two disagree, which is an error of this
   program and no verdict. */
int plumb_confirm_failures(plumb_report *report, plumb_error *error);

/* Whether another precision excludes the first impossible number of a tensor or the one that errs most.  false says
   nothing of the others.  0, or -1 if memory is short. */
int plumb_is_excluded(const plumb_report *report, const plumb_precision *precision, bool *excluded, plumb_error *error);
#endif
