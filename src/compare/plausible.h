/* plausible.h - the verdict under each precision that an engine of 16 bits plausibly has, where none is stated: that of
   the most permissive one alone would excuse what a stricter engine must not do. */
#ifndef PLUMB_COMPARE_PLAUSIBLE_H
#define PLUMB_COMPARE_PLAUSIBLE_H
#include "compare/compare.h"

/* Fills the plausible precisions of a report that is complete but for them; none if its precision was stated, or is not
   assumed of 16 bits.  Returns 0, or -1 with a message. */
int plumb_judge_plausible(const plumb_compare_options *options, plumb_report *report, plumb_error *error);

/* The strictest under which the case passes; NULL if there is none. */
const plumb_plausible *plumb_strictest_that_passes(const plumb_report *report);
#endif
