/* change_round.h - numbers in the 16 bits that an engine holds them in. */
#ifndef PLUMB_DIAGNOSE_CHANGE_ROUND_H
#define PLUMB_DIAGNOSE_CHANGE_ROUND_H
#include "problem/format.h"

/* x in binary32, and that in the format, PLUMB_F16 or PLUMB_BF16: to nearest, ties to even, beyond the
   largest to infinity.  As plumb_round_double of exact/round.h, but fast. */
double plumb_round_twice(double x, plumb_format format);
#endif
