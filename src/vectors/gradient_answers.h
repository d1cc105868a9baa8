/* gradient_answers.h - the correct gradients of a vector with a loss: enclosures, correctly rounded numbers, and error
   bounds. */
#ifndef PLUMB_VECTORS_GRADIENT_ANSWERS_H
#define PLUMB_VECTORS_GRADIENT_ANSWERS_H
#include "judge/compare.h"
#include "vectors/answers.h"

/* Computes dq, dk, dv, and dsinks if the sink has a logit; out->right gets those rounded to its dtype.  Returns 0, or
   -1 with a message. */
int plumb_vector_gradients(const plumb_case *asked, plumb_storage *storage, plumb_vector_answers *out,
                           plumb_error *error);

/* Sets the tolerances.  report: the judgement of out->right. */
int plumb_vector_gradient_tolerance(const plumb_report *report, plumb_vector_answers *out, plumb_error *error);
#endif
