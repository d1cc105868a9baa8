/* expected_bias.h - standard deviations of the gradient of a case's bias (deviation.h). */
#ifndef PLUMB_BACKWARD_EXPECTED_BIAS_H
#define PLUMB_BACKWARD_EXPECTED_BIAS_H
#include "backward/expected.h"

/* Fills expected->deviation[PLUMB_GRADIENT_OF_BIAS], whose balls must be known.  Returns 0, or -1 with a message. */
int plumb_expected_biases_find(const plumb_case *c, const plumb_precision *precision, int threads,
                               const plumb_expected_gradients *expected, plumb_error *error);
#endif
