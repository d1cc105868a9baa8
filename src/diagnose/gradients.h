/* gradients.h - what a backward pass did, told by the gradients that it answered: the forward pass is right.

   One key head is asked, that of most wrong numbers: some of its queries and keys.  What is known to go wrong
   (backward/variants.def) is computed there, and told if at least 95 of 100 of the wrong numbers are then right and the
   others stay so; else each gradient by itself: a factor of all its numbers, or tiles of queries or keys whose part is
   left out or counted again. */
#ifndef PLUMB_DIAGNOSE_GRADIENTS_H
#define PLUMB_DIAGNOSE_GRADIENTS_H
#include "infer/infer.h"
#include "judge/compare.h"

/* Whether gradients alone are wrong in the report of a case. */
bool plumb_gradients_alone_are_wrong(const plumb_report *report);

/* Fills what is inferred; `failed` and `explained` count the numbers that were asked.  0, or -1 with a message. */
int plumb_infer_gradients(const plumb_report *report, int threads, plumb_inferences *inferences, plumb_error *error);
#endif
