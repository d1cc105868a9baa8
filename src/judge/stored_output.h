/* stored_output.h - whether an engine of the stated precision can return such outputs. */
#ifndef PLUMB_JUDGE_STORED_OUTPUT_H
#define PLUMB_JUDGE_STORED_OUTPUT_H
#include "base/error.h"
#include "case/case.h"
#include "precision/precision.h"

/* 0, or -1 with a message: the precision stores outputs in a format that no tensor has, and that does not hold one of
   them.  Kernels whose inputs have it may return a wider one. */
int plumb_check_stored_output(const plumb_case *judged, const plumb_precision *precision, plumb_error *error);
#endif
