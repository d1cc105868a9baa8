/* judge_rows.h - judges all rows of a case with several threads, in bundles of rows of a head. */
#ifndef PLUMB_JUDGE_JUDGE_ROWS_H
#define PLUMB_JUDGE_JUDGE_ROWS_H
#include "judge/compare.h"

/* The report must have judged, precision, level, from, to, and which tensors are present.  Adds the rows, the findings
   of each tensor except gradients, and its comparison with simulated kernels.  In a team, every member gets the results
   of all rows.  Returns 0, or -1 with a message. */
int plumb_judge_rows(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                     plumb_error *error);
#endif
