/* score.h - spec/operators.md, sections 1 and 3, and spec/positions.md: the scores of a row,
   after softcap, bias and mask, and the logit that its sink adds. */
#ifndef PLUMB_EXACT_SCORE_H
#define PLUMB_EXACT_SCORE_H
#include "exact/row.h"

/* score and sink_logit from the problem. */
void plumb_exact_scores(plumb_exact_stages *row);
#endif
