/* npy.h - NumPy's array files, formats 1.0, 2.0 and 3.0.

   Format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html */
#ifndef PLUMB_CASE_NPY_H
#define PLUMB_CASE_NPY_H
#include "base/error.h"
#include "case/tensor.h"
#include <stdbool.h>
#include <stddef.h>

/* Reads little-endian C-ordered arrays of '<f8', '<f4', '<f2', '<i8', '<i4', '|i1', '|u1' and '|b1'; NumPy has no
   bfloat16, so with `bfloat16` set '<u2' holds its bit patterns, and otherwise it is refused.  Every byte is
   hostile: on success the tensor's bytes are the rest of the file and hold exactly count elements.
   source and name are kept, not copied. */
int plumb_npy_parse(const unsigned char *bytes, size_t size, const char *source, const char *name, bool bfloat16,
                    plumb_tensor *out, plumb_error *error);
#endif
