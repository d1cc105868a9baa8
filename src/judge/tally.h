/* tally.h - counts findings, and keeps the worst and the first elements.  The result does not depend on the order in
   which elements or partial tallies are added. */
#ifndef PLUMB_JUDGE_TALLY_H
#define PLUMB_JUDGE_TALLY_H
#include "judge/compare.h"

void plumb_tally_element(plumb_tensor_report *tensor, const plumb_element *element);

/* The findings of some of the rows; plumb_tally_add adds them to a report. */
typedef struct {
    plumb_tensor_report tensor[PLUMB_QUANTITIES];
    size_t rows, empty_rows;
} plumb_tally;
void plumb_tally_add(plumb_report *report, const plumb_tally *part);

/* FAIL if any element is impossible; else SUSPECT if any is beyond its expected error or could not be judged, or if the
   errors of the tensor as a whole are beyond those of simulated kernels. */
plumb_verdict plumb_tally_verdict(const plumb_tensor_report *tensor);

/* The worse of two verdicts. */
plumb_verdict plumb_verdict_worse(plumb_verdict a, plumb_verdict b);
#endif
