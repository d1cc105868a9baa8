/* parts.h - judges the parts of the keys that a case states, each as attention over its own keys, and the output as the
   merge of the given parts (spec/merge.md). */
#ifndef PLUMB_JUDGE_PARTS_H
#define PLUMB_JUDGE_PARTS_H
#include "judge/compare.h"

/* Fills in report->parts, after the judgement of the whole; the report's verdict becomes the worst of all.  Returns 0,
   or -1 with a message. */
int plumb_judge_parts(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                      plumb_error *error);

/* Sets *out to the element of the output or the log-sum-exp that decides the report's verdict. */
void plumb_wrong_part_note(const plumb_report *report, plumb_wrong_part *out);
#endif
