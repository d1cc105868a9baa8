/* gradients.h - infers what a backward pass did from its gradients, if the forward pass is correct.

   It examines some queries and keys of the key head with the most wrong numbers.  It computes the known faults
   (backward/variants.def) there, and reports one that explains at least 95 % of the wrong numbers and leaves the others
   right.  Otherwise it examines each gradient separately: a factor of all its numbers, or tiles of queries or keys that
   are left out or counted twice. */
#ifndef PLUMB_DIAGNOSE_GRADIENTS_H
#define PLUMB_DIAGNOSE_GRADIENTS_H
#include "infer/infer.h"
#include "judge/compare.h"

/* Whether gradients alone are wrong in the report of a case. */
bool plumb_gradients_alone_are_wrong(const plumb_report *report);

/* Fills what is inferred; `failed` and `explained` count the numbers that were asked.  Returns 0, or -1 with a
   message. */
int plumb_infer_gradients(const plumb_report *report, plumb_infer_time time, int threads, plumb_inferences *inferences,
                          plumb_error *error);
#endif
