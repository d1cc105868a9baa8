/* expected.h - all gradients of a case: enclosures, and standard deviations of the errors of engines in a precision
   (deviation.h). */
#ifndef PLUMB_BACKWARD_EXPECTED_H
#define PLUMB_BACKWARD_EXPECTED_H
#include "backward/gradients.h"
#include "precision/precision.h"

/* Arrays of all elements; NULL: not computed. */
typedef struct {
    plumb_gradient_balls exact;
    double *deviation[PLUMB_GRADIENT_COUNT];
    plumb_format format[PLUMB_GRADIENT_COUNT]; /* of the engine's tensors */
} plumb_expected_gradients;

/* Fills the deviations that are not NULL; their balls must be known.  Returns 0, or -1 with a message. */
int plumb_expected_gradients_find(const plumb_case *c, const plumb_precision *precision, int threads,
                                  const plumb_expected_gradients *expected, plumb_error *error);
#endif
