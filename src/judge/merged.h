/* merged.h - the merge of parts is itself softmax attention: each part is a key whose score is its log-sum-exp and
   whose value is its output (spec/merge.md).  It is judged as such, row by row. */
#ifndef PLUMB_JUDGE_MERGED_H
#define PLUMB_JUDGE_MERGED_H
#include "judge/compare.h"

/* Fills in report->parts.merge.  Here the given parts are the exact inputs. */
int plumb_judge_merged(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                       plumb_error *error);
#endif
