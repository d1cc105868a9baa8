/* ragged.h - the tensors of ragged batches in padded shapes, so that runs of them compare as others do. */
#ifndef PLUMB_SAME_RAGGED_H
#define PLUMB_SAME_RAGGED_H
#include "same/run.h"

/* Replaces each tensor that has rows of sequences by one in the axes of a batch that is padded to the longest.  Rows
   that count for nothing are 0 there.  0, or -1 with a message. */
int plumb_same_pad(plumb_same_run *run, plumb_error *error);

/* How many elements of a tensor of the run count. */
size_t plumb_same_counted(const plumb_same_run *run, plumb_member member);
#endif
