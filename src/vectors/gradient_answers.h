/* gradient_answers.h - the gradients of a vector that has a loss: enclosures, correctly rounded numbers, and how far
   off a backward pass may be. */
#ifndef PLUMB_VECTORS_GRADIENT_ANSWERS_H
#define PLUMB_VECTORS_GRADIENT_ANSWERS_H
#include "judge/compare.h"
#include "vectors/answers.h"

/* dq, dk, dv, and dsinks where the sink has a logit; out->right is answered with those of its own dtype.  Returns 0, or
   -1 with a message. */
int plumb_vector_gradients(const plumb_case *asked, plumb_storage *storage, plumb_vector_answers *out,
                           plumb_error *error);

/* report: of out->right. */
int plumb_vector_gradient_tolerance(const plumb_report *report, plumb_vector_answers *out, plumb_error *error);
#endif
