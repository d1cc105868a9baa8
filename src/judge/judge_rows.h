/* judge_rows.h - all rows of a case judged by several threads, in bundles of rows of a head. */
#ifndef PLUMB_JUDGE_JUDGE_ROWS_H
#define PLUMB_JUDGE_JUDGE_ROWS_H
#include "judge/compare.h"

/* Of report: judged, precision, level, from, to and which tensors are present are given; adds the rows, the findings of
   each tensor but its gradients, and how it stands.  Every member of a team has those of all rows in the end.  Returns
   0, or -1 after a message. */
int plumb_judge_rows(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                     plumb_error *error);
#endif
