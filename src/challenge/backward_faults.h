/* backward_faults.h - what a backward pass may do wrong while the forward pass is right: the variants that are
   diagnosed (backward/variant.h), factors of one gradient, and a delta in 16 bits. */
#ifndef PLUMB_CHALLENGE_BACKWARD_FAULTS_H
#define PLUMB_CHALLENGE_BACKWARD_FAULTS_H
#include "backward/gradients.h"
#include "backward/variant.h"

enum { PLUMB_BACKWARD_FAULTS = PLUMB_BACKWARD_VARIANTS + 16 };

typedef struct {
    const char *says;
    const plumb_backward_variant *as; /* NULL: a factor of the exact gradient, the others being right */
    plumb_gradient of;
    double factor;
    bool rounds_delta; /* to bfloat16 */
} plumb_backward_fault;

/* Those that the case, which has a loss, outputs and gradients, may show; how many. */
size_t plumb_backward_faults_of(const plumb_case *right, plumb_backward_fault list[PLUMB_BACKWARD_FAULTS]);

/* The gradients that come of one, unrounded.  0, or -1 if memory is short. */
int plumb_backward_fault_evaluate(const plumb_case *right, const plumb_backward_fault *fault,
                                  const plumb_gradient_balls *exact, double *const to[PLUMB_GRADIENT_COUNT]);
#endif
