/* expected.h - the gradients of a case, all rows of them: enclosures, and standard deviations of what engines of a
   precision make of them (deviation.h). */
#ifndef PLUMB_BACKWARD_EXPECTED_H
#define PLUMB_BACKWARD_EXPECTED_H
#include "backward/gradients.h"
#include "precision/precision.h"

/* Arrays of all elements; NULL: not asked for. */
typedef struct {
    plumb_gradient_balls exact;
    double *deviation[PLUMB_GRADIENT_COUNT];
    plumb_format format[PLUMB_GRADIENT_COUNT]; /* of the tensors that hold the answers */
} plumb_expected_gradients;

/* Fills the deviations of the gradients that have room for them, whose balls are known.  0, or -1 with a message. */
int plumb_expected_gradients_find(const plumb_case *c, const plumb_precision *precision, int threads,
                                  const plumb_expected_gradients *expected, plumb_error *error);
#endif
