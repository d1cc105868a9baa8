/* plausible.h - the verdicts under other precisions that the engine may use.

   If no precision is stated, the assumed one alone never gives FAIL: the verdict is FAIL only if every precision in
   common use for these dtypes excludes some element, and PASS only under the assumed precision or a stricter one.  A
   stated precision decides the verdict, and the report names one under which the case would pass.  If that is the
   stated one with one more rounding, to a format that it uses anyway, FAIL becomes SUSPECT. */
#ifndef PLUMB_JUDGE_PLAUSIBLE_H
#define PLUMB_JUDGE_PLAUSIBLE_H
#include "judge/compare.h"

/* Fills in the plausible precisions of a report that is otherwise complete, and withdraws a FAIL that rests only on the
   assumption, or on one rounding.  Returns 0, or -1 with a message. */
int plumb_judge_plausible(const plumb_compare_options *options, plumb_report *report, plumb_error *error);

/* The first precision under which the case passes, the strictest of those in common use; NULL if there is none. */
const plumb_plausible *plumb_strictest_that_passes(const plumb_report *report);

/* Whether the case FAILs under each that was tried. */
bool plumb_is_excluded_by_all(const plumb_report *report);
#endif
