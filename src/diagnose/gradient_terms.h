/* gradient_terms.h - dq of a softmax is a sum of two terms, sum_j p_j y_j k_j less delta times sum_j p_j k_j.  The two
   factors that an engine's dq has in each query say whether its delta or its weights are wrong there. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_TERMS_H
#define PLUMB_DIAGNOSE_GRADIENT_TERMS_H
#include "diagnose/gradient_sample.h"

/* Of dq. */
plumb_explain_gradient plumb_gradient_terms;
#endif
