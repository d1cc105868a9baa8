/* tally.h - findings counted, the worst and the first of them kept.  The result does not depend on
   the order in which elements or partial tallies are added. */
#ifndef PLUMB_JUDGE_TALLY_H
#define PLUMB_JUDGE_TALLY_H
#include "judge/compare.h"

void plumb_tally_element(plumb_tensor_report *tensor, const plumb_element *element);

/* What was found in some of the rows, and its counts and elements added to those of others. */
typedef struct {
    plumb_tensor_report tensor[PLUMB_QUANTITIES];
    size_t rows, empty_rows;
} plumb_tally;
void plumb_tally_add(plumb_report *report, const plumb_tally *part);

/* FAIL if anything is impossible; else SUSPECT if anything is farther off than expected or could not be judged, or if
   the tensor does not stand where simulated ones do. */
plumb_verdict plumb_tally_verdict(const plumb_tensor_report *tensor);

/* The verdict of a whole of two parts. */
plumb_verdict plumb_verdict_worse(plumb_verdict a, plumb_verdict b);
#endif
