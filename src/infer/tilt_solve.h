/* tilt_solve.h - numbers by which parts of scores are multiplied, solved for together. */
#ifndef PLUMB_INFER_TILT_SOLVE_H
#define PLUMB_INFER_TILT_SOLVE_H
#include "infer/inquiry.h"
#include "infer/tilts.h"

/* kept NULL: it is only asked whether these fit.  Returns 0, or -1 if memory is short. */
int plumb_tilts_try(plumb_inquiry *inquiry, plumb_tilts tilts, bool *fits, plumb_hypotheses *kept);
#endif
