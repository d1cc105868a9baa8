/* plausible.h - the verdict under other precisions that the engine may have.

   Where none is stated, an assumed one accuses nobody: FAIL is said only if every precision in common use for these
   dtypes excludes some number, and PASS only under the one that is assumed or a stricter one.  Where one is stated, its
   verdict stands, and the report names what would let the case pass; but where that is the stated one with a single
   rounding more, to a format that it has anyway, FAIL becomes SUSPECT. */
#ifndef PLUMB_JUDGE_PLAUSIBLE_H
#define PLUMB_JUDGE_PLAUSIBLE_H
#include "judge/compare.h"

/* Fills the plausible precisions of a report that is complete but for them, and takes back a FAIL that an assumption
   alone, or one rounding more, speaks for.  Returns 0, or -1 with a message. */
int plumb_judge_plausible(const plumb_compare_options *options, plumb_report *report, plumb_error *error);

/* The first under which the case passes: of models in common use the strictest; NULL if there is none. */
const plumb_plausible *plumb_strictest_that_passes(const plumb_report *report);

/* Whether the case FAILs under each that was tried. */
bool plumb_is_excluded_by_all(const plumb_report *report);
#endif
