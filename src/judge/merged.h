/* merged.h - the merge of parts is itself softmax attention: each part is a key whose score is its log-sum-exp and
   whose value is its output (spec/merge.md).  So it is judged as such, a row by itself. */
#ifndef PLUMB_JUDGE_MERGED_H
#define PLUMB_JUDGE_MERGED_H
#include "judge/compare.h"

/* The parts given are exact numbers here.  Into report->parts. */
int plumb_judge_merged(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                       plumb_error *error);
#endif
