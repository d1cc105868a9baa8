/* gradients.h - the gradients that an engine answered, held against their enclosures and against what simulated
   backward passes err (backward/level.h).  spec/expected.md, section 5. */
#ifndef PLUMB_JUDGE_GRADIENTS_H
#define PLUMB_JUDGE_GRADIENTS_H
#include "judge/compare.h"

/* Whether the case holds any. */
bool plumb_has_gradients(const plumb_case *judged);

/* Whether those that it holds can be judged, of all rows; else a message. */
int plumb_gradients_can_be_judged(const plumb_case *judged, const plumb_compare_options *options, plumb_error *error);

/* Fills their tensors in the report, whose precision is chosen, but for the verdicts.  0, or -1 with a message. */
int plumb_judge_gradients(const plumb_compare_options *options, plumb_report *report, plumb_error *error);
#endif
