/* ragged.h - pads the tensors of ragged batches, so that their runs can be compared like others. */
#ifndef PLUMB_SAME_RAGGED_H
#define PLUMB_SAME_RAGGED_H
#include "same/run.h"

/* Replaces each tensor of sequences by a batch padded to the longest one.  Rows that do not count become 0.  Returns 0,
   or -1 with a message. */
int plumb_same_pad(plumb_same_run *run, plumb_error *error);

/* The number of elements of a tensor that count. */
size_t plumb_same_counted(const plumb_same_run *run, plumb_member member);
#endif
