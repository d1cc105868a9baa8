/* dropout.h - weights that were dropped at random. */
#ifndef PLUMB_INFER_DROPOUT_H
#define PLUMB_INFER_DROPOUT_H
#include "infer/inquiry.h"

/* If nothing but places is told, asks whether that explains all that fails.  Returns 0, or -1 if memory is short. */
int plumb_infer_dropout(plumb_inquiry *inquiry, plumb_inferences *inferences);
#endif
