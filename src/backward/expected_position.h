/* expected_position.h - standard deviations of the gradients of slopes and tables (deviation.h). */
#ifndef PLUMB_BACKWARD_EXPECTED_POSITION_H
#define PLUMB_BACKWARD_EXPECTED_POSITION_H
#include "backward/expected.h"

/* Fills expected->deviation of that gradient, whose balls must be known.  Returns 0, or -1 with a message. */
int plumb_expected_positions_find(const plumb_case *c, const plumb_precision *precision, int threads,
                                  plumb_gradient gradient, const plumb_expected_gradients *expected,
                                  plumb_error *error);
#endif
