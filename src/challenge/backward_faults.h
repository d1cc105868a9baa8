/* backward_faults.h - faults of a backward pass after a correct forward pass: the variants that diagnose knows
   (backward/variant.h), factors of one gradient, and a delta in 16 bits. */
#ifndef PLUMB_CHALLENGE_BACKWARD_FAULTS_H
#define PLUMB_CHALLENGE_BACKWARD_FAULTS_H
#include "backward/gradients.h"
#include "backward/variant.h"

enum { PLUMB_BACKWARD_FAULTS = PLUMB_BACKWARD_VARIANTS + 16 };

typedef struct {
    const char *says;
    const plumb_backward_variant *as; /* NULL: a factor of one exact gradient; the others are correct */
    plumb_gradient of;
    double factor;
    bool rounds_delta; /* to bfloat16 */
} plumb_backward_fault;

/* Fills list with the faults that the case may show, and returns their number.  The case must have a loss, outputs and
   gradients. */
size_t plumb_backward_faults_of(const plumb_case *right, plumb_backward_fault list[PLUMB_BACKWARD_FAULTS]);

/* Computes the gradients under the fault, unrounded.  Returns 0, or -1 if there is not enough memory. */
int plumb_backward_fault_evaluate(const plumb_case *right, const plumb_backward_fault *fault,
                                  const plumb_gradient_balls *exact, double *const to[PLUMB_GRADIENT_COUNT]);
#endif
