/* decode.h - decodes the numbers of a tensor, with a message if it has none. */
#ifndef PLUMB_CASE_DECODE_H
#define PLUMB_CASE_DECODE_H
#include "base/error.h"
#include "base/storage.h"
#include "case/tensor.h"
#include <stddef.h>
#include <stdint.h>

/* The floating-point format of the tensor's dtype. */
int plumb_decode_format(const plumb_tensor *tensor, plumb_format *format, plumb_error *error);

/* Its exact values in a block of storage; NULL after a message. */
const double *plumb_decode(const plumb_tensor *tensor, plumb_format format, plumb_storage *storage, plumb_error *error);

/* The same of a tensor of any of the four dtypes, every element of which must be finite. */
const double *plumb_decode_finite(const plumb_tensor *tensor, plumb_storage *storage, plumb_error *error);

/* The same, but -infinity may stand for a hidden key. */
const double *plumb_decode_bias(const plumb_tensor *tensor, plumb_storage *storage, plumb_error *error);

/* The integers of a tensor of dtype I64 or I32; NULL after a message. */
const int64_t *plumb_decode_integers(const plumb_tensor *tensor, plumb_storage *storage, plumb_error *error);

/* The bytes of a tensor that has been decoded, if it is one whose bytes may go. */
void plumb_decode_let_go(const plumb_tensor *tensor);

/* For a tensor that memory has no room for: the message, and -1. */
int plumb_decode_memory_is_short(const plumb_tensor *tensor, plumb_error *error);
#endif
