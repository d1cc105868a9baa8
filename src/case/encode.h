/* encode.h - the inverse of problem/format.h: the bit pattern of a value that a format holds. */
#ifndef PLUMB_CASE_ENCODE_H
#define PLUMB_CASE_ENCODE_H
#include "problem/format.h"
#include <stdbool.h>
#include <stdint.h>

/* False if the format has no such value: encoding never rounds.  Every NaN becomes the format's
   positive quiet NaN without payload. */
bool plumb_encode(plumb_format format, double value, uint64_t *bits);
#endif
