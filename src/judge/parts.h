/* parts.h - the parts of the keys that a case states, each judged as the attention over its own keys, and the merge of
   the given parts against the given answer (spec/merge.md). */
#ifndef PLUMB_JUDGE_PARTS_H
#define PLUMB_JUDGE_PARTS_H
#include "judge/compare.h"

/* Into report->parts, beside what is found of the whole, whose verdict becomes the worst.  Returns 0, or -1 with a
   message. */
int plumb_judge_parts(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                      plumb_error *error);

/* Notes the element that decides a report's verdict, of its output or its log-sum-exp. */
void plumb_wrong_part_note(const plumb_report *report, plumb_wrong_part *out);
#endif
