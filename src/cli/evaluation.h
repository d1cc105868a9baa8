/* evaluation.h - all rows of one quantity of a case: as balls, or correctly rounded. */
#ifndef PLUMB_CLI_EVALUATION_H
#define PLUMB_CLI_EVALUATION_H
#include "case/case.h"
#include "case/error.h"
#include "cli/progress.h"
#include "exact/quantity.h"
#include "number/format.h"
#include <stddef.h>

/* mid and radius have quantity_width elements for each [batch][query_heads][query_length].
   Values that are so by definition (exact/definition.h) have radius 0. */
int plumb_evaluate_balls(const plumb_case *c, plumb_quantity quantity, plumb_progress *progress,
                         double *mid, double *radius, plumb_error *error);

/* Each element rounded to nearest, ties to even.  An element that has no exact value, or one too
   close to a rounding boundary to decide, is an error that names it: nothing stands in for it. */
int plumb_evaluate_rounded(const plumb_case *c, plumb_quantity quantity, plumb_format format,
                           plumb_progress *progress, double *rounded, plumb_error *error);
#endif
