/* encode.h - the inverse of problem/format.h: the bit pattern of a value that a format can represent. */
#ifndef PLUMB_CASE_ENCODE_H
#define PLUMB_CASE_ENCODE_H
#include "base/storage.h"
#include "case/tensor.h"
#include <stdbool.h>
#include <stdint.h>

/* False if the format has no such value: encoding never rounds.  Every NaN becomes the format's
   positive quiet NaN without payload. */
bool plumb_encode(plumb_format format, double value, uint64_t *bits);

/* The numbers of a tensor, which its dtype holds, as bytes of storage; false if memory is short. */
bool plumb_encode_tensor(plumb_storage *storage, const double *value, plumb_tensor *tensor);
#endif
