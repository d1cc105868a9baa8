/* confirm.h - confirms a FAIL with the minimal kernels, whatever code found it. */
#ifndef PLUMB_JUDGE_CONFIRM_H
#define PLUMB_JUDGE_CONFIRM_H
#include "judge/compare.h"

/* Judges the first impossible element of each tensor again, with the minimal kernels only.  Returns 0, or -1 with a
   message: not enough memory, or the two disagree, which is a bug in this program and gives no verdict. */
int plumb_confirm_failures(plumb_report *report, plumb_error *error);

/* Sets *verdict to the verdict of another precision on the largest errors only: FAIL if it excludes the first
   impossible element of a tensor or the one with the largest error, SUSPECT if one of them is beyond its expected
   error.  A PASS does not cover the other elements.  Returns 0, or -1 if there is not enough memory. */
int plumb_verdict_of_farthest(const plumb_report *report, const plumb_precision *precision, plumb_verdict *verdict,
                              plumb_error *error);

/* Sets *excluded to whether the first impossible element of a tensor is also excluded under another precision.  Returns
   0, or -1 if there is not enough memory. */
int plumb_row_is_excluded(const plumb_report *report, const plumb_precision *precision, bool *excluded,
                          plumb_error *error);
#endif
