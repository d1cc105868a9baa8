/* stored_output.h - checks that an engine of the stated precision can return outputs of this dtype. */
#ifndef PLUMB_JUDGE_STORED_OUTPUT_H
#define PLUMB_JUDGE_STORED_OUTPUT_H
#include "base/error.h"
#include "case/case.h"
#include "precision/precision.h"

/* Returns 0, or -1 with a message: the precision stores outputs in a format that no tensor of the case has, and that
   cannot represent one of the outputs.  Kernels with inputs of that format may return a wider one. */
int plumb_check_stored_output(const plumb_case *judged, const plumb_precision *precision, plumb_error *error);
#endif
